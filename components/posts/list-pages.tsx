const pagePath = (page: number) => (page === 1 ? '/' : `/page/${page}`)

/** The way to older and newer posts. Nothing where all fit on one page. */
export function ListPages({ page, pages }: { page: number; pages: number }) {
  if (pages === 1) return null
  return (
    <nav aria-label="Pages" className="mt-20 flex items-baseline justify-between gap-4 font-sans text-small">
      {page > 1 ? (
        <a href={pagePath(page - 1)} rel="prev" className="py-2">
          Newer posts
        </a>
      ) : (
        <span />
      )}
      <span className="text-fine text-muted tabular-nums">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a href={pagePath(page + 1)} rel="next" className="py-2">
          Older posts
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
