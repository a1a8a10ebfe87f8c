/**
 * Returns a permanent redirect for a route handler. Next caches a thrown one (`permanentRedirect`)
 * without tags and for ever. It could not be invalidated, and a post that gets its old slug back
 * would redirect away from itself.
 * @param path encoded, on this site
 */
export function movedResponse(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path } })
}
