/** Returns the address of the page that shows a public comment; undefined if there is none. */
export async function findPage(id: string): Promise<string | undefined> {
  const { pathname } = location
  const [, first, slug = first] = pathname.split('/')
  // The comments of a page of the blog, such as `/about`, have separate pages below `/posts`.
  const page = first === 'threads' ? `${pathname}?comment=${id}` : `/posts/${slug}/comments/${id}`
  return (await fetch(page, { method: 'HEAD' })).ok ? page : undefined
}
