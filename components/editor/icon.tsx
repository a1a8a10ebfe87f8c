/** An icon: strokes in a 24 × 24 view box. */
export function Icon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="icon" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
