/**
 * The number of views, in tabular digits.
 * @param language of the blog, passed because this component also runs in the browser
 * @param roomFor a number that may grow: reserves space for one more digit to avoid layout shift
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
