import type { ReactNode } from 'react'

/** @param props.reservedWidth the minimum width, in characters */
export const ShownViews = ({
  reservedWidth,
  children,
}: {
  reservedWidth?: number
  children: ReactNode
}) => (
  <span
    className="inline-block tabular-nums"
    style={reservedWidth === undefined ? undefined : { minInlineSize: `${reservedWidth}ch` }}
  >
    {children}
  </span>
)
