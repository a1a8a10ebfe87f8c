/**
 * A permanent redirect as a route handler's answer. One that is thrown (`permanentRedirect`) is kept by Next without its tags,
 * and for good: no purge would reach it, and a post that is called as it was before would lead away from itself.
 *
 * @param path of this site, encoded
 */
export function movedResponse(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path } })
}
