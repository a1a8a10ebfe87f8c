const hues = 12

/** FNV-1a hash, so that a name has the same picture everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}

/** A picture generated from the name alone, without a request. */
export function Avatar({ name }: { name: string }) {
  const seed = hash(name.normalize('NFC').toLowerCase())
  const hue = (seed % hues) * (360 / hues)
  return (
    <svg
      viewBox="0 0 40 40"
      width="36"
      height="36"
      aria-hidden="true"
      className="avatar"
      style={{ color: `oklch(var(--avatar-tone) ${hue})` }}
    >
      <rect width="40" height="40" rx="20" />
      <path d="M0 40a20 20 0 0 1 40 0z" transform={`rotate(${(seed >>> 8) % 360} 20 20)`} />
      <text x="20" y="20" dy="0.36em" textAnchor="middle">
        {initialOf(name)}
      </text>
    </svg>
  )
}
