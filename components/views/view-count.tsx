/**
 * How often a post was read, in figures of one width.
 * @param language of the blog: this component is the browser's too, which does not know it
 * @param roomFor the number that may still grow while it is shown: room for one more figure is kept, so that nothing moves
 */
export function ViewCount({
  views,
  language,
  roomFor,
}: {
  views: number
  language: string
  roomFor?: number
}) {
  const room =
    roomFor === undefined
      ? undefined
      : { minInlineSize: `${((roomFor + 1) * 10).toLocaleString(language).length + 6}ch` }
  return (
    <span className="inline-block tabular-nums" style={room}>
      {views.toLocaleString(language)} {views === 1 ? 'view' : 'views'}
    </span>
  )
}
