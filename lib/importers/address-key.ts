/** Returns a URL without parts that do not identify the page. */
export function addressKey(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`
}
