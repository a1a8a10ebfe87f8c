import type { CSSProperties } from 'react'
import { hueOf, initialsOf } from './name-picture'

/** A picture generated from the name alone, without a request. */
export function Avatar({ name }: { name: string }) {
  const style: CSSProperties & Record<'--hue', number> = { '--hue': hueOf(name) }
  return (
    <span aria-hidden className="avatar" style={style}>
      {initialsOf(name)}
    </span>
  )
}
