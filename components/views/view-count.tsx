const number = new Intl.NumberFormat('en')

/** How often a post was read, in figures of one width. */
export function ViewCount({ views }: { views: number }) {
  return (
    <span className="tabular-nums">
      {number.format(views)} {views === 1 ? 'view' : 'views'}
    </span>
  )
}
