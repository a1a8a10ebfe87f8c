const hues = 24

/** Returns the FNV-1a hash of a name, so that it has the same picture everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}

/** Returns the first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  return (
    [...new Set([words[0], words.at(-1)])]
      .map((word = '') => new Intl.Segmenter().segment(word).containing(0)?.segment ?? '')
      // A zero-width non-joiner, so that Arabic letters stay separate.
      .join('\u200c')
      .toLocaleUpperCase()
  )
}

/** A picture generated from the name alone, without a request. */
export function Avatar({ name }: { name: string }) {
  const seed = hash(name.normalize('NFC').toLowerCase())
  const hue = (seed % hues) * (360 / hues)
  return (
    <svg
      viewBox="0 0 40 40"
      width="32"
      height="32"
      aria-hidden="true"
      className="avatar"
      style={{ color: `oklch(var(--avatar-tone) ${hue})` }}
    >
      <rect width="40" height="40" rx="20" />
      <path d="M0 40a20 20 0 0 1 40 0z" transform={`rotate(${(seed >>> 8) % 360} 20 20)`} />
      <text x="20" y="20" dy="0.36em" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
