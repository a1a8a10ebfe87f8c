const number = new Intl.NumberFormat('en')

/**
 * How often a post was read, in figures of one width.
 * @param roomFor the number that may still grow while it is shown: room for one more figure is kept, so that nothing moves
 */
export function ViewCount({ views, roomFor }: { views: number; roomFor?: number }) {
  const room = roomFor === undefined ? undefined : { minInlineSize: `${number.format((roomFor + 1) * 10).length + 6}ch` }
  return (
    <span className="inline-block tabular-nums" style={room}>
      {number.format(views)} {views === 1 ? 'view' : 'views'}
    </span>
  )
}
