import { hitsPerPage, pagesMax, type SearchPage } from '@/lib/search/search'
import { searchPath } from '@/lib/paths'

/** The way to the other pages of what was found. Nothing where all is on one. */
export function SearchPages({ typed, page, found }: { typed: string; page: number; found: SearchPage }) {
  const pages = Math.min(pagesMax, Math.ceil(found.count / hitsPerPage))
  if (page === 1 && pages <= 1) return null
  const isBeyond = page > pages
  return (
    <nav aria-label="Pages" className="search-pages">
      {page > 1 && (
        <a href={searchPath(typed, isBeyond ? 1 : page - 1)} rel="prev">
          {isBeyond ? 'To the first page' : 'Better matches'}
        </a>
      )}
      {page < pages && (
        <a href={searchPath(typed, page + 1)} rel="next">
          More
        </a>
      )}
    </nav>
  )
}
