/** Where posts are searched for; with what was typed, what was found. */
export function searchPath(typed = '', page = 1): string {
  const parameters = new URLSearchParams({ ...(typed !== '' && { q: typed }), ...(page > 1 && { page: String(page) }) })
  return parameters.size === 0 ? '/search' : `/search?${parameters}`
}

/** The same for scripts. */
export function searchApiPath(typed: string): string {
  return `/api/search?${new URLSearchParams({ q: typed })}`
}
