/** Returns the address of the page that shows a public comment; undefined if there is none. */
export async function findPage(id: string): Promise<string | undefined> {
  const { pathname } = location
  const page = pathname.startsWith('/threads/')
    ? `${pathname}?comment=${id}`
    : `${pathname.split('/', 3).join('/')}/comments/${id}`
  return (await fetch(page, { method: 'HEAD' })).ok ? page : undefined
}
