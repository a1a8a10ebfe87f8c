import type { ReactNode } from 'react'

/** @param room the width that is reserved, in characters */
export const ShownViews = ({ room, children }: { room?: number; children: ReactNode }) => (
  <span
    className="inline-block tabular-nums"
    style={room === undefined ? undefined : { minInlineSize: `${room}ch` }}
  >
    {children}
  </span>
)
