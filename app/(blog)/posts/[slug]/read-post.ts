import { notFound, permanentRedirect } from 'next/navigation'
import { cache } from 'react'
import { parseCommentId } from '@/lib/comments/comment'
import { movedResponse } from '@/lib/http/responses'
import { postPath } from '@/lib/paths'
import { slugLengthMax } from '@/lib/posts/post'
import { getPost, type PublicPost } from '@/lib/posts/reading/get-posts'
import { decodePart } from '@/lib/text/parse-url'

/**
 * Returns the post or page at a path, its current path (encoded) if it has another, or undefined if
 * there is none. Subpaths of a page, such as its comments, are below its post path.
 */
async function findPost(
  encodedSlug: string,
  subpath = '',
  isAtRoot = false,
): Promise<{ post: PublicPost } | { movedTo: string } | undefined> {
  // Next.js passes the path on as sent. `/posts/100%25` decodes to “100%”, which must not be decoded
  // again.
  const requested = decodePart(encodedSlug)
  const slug = requested?.normalize('NFC')
  const post =
    slug !== undefined && [...slug].length <= slugLengthMax ? await getPost(slug) : undefined
  if (!post || (isAtRoot && !post.isPage)) return undefined
  const belongsAtRoot = post.isPage && subpath === ''
  return post.slug === requested && (isAtRoot || !belongsAtRoot)
    ? { post }
    : { movedTo: postPath(post.slug, belongsAtRoot) + subpath }
}

/**
 * Returns the post of a page, once per render for the metadata and the page. An old slug or another
 * spelling redirects to the same place below the current slug (in NFC), so that each page is cached
 * once.
 */
export const readPost = cache(
  async (encodedSlug: string, subpath = '', isAtRoot = false): Promise<PublicPost> => {
    const found = (await findPost(encodedSlug, subpath, isAtRoot)) ?? notFound()
    return 'movedTo' in found ? permanentRedirect(found.movedTo) : found.post
  },
)

/** Parses the id of a comment. Only one spelling is valid, so that each page is cached once. */
export function readCommentId(text: string): number {
  return parseCommentId(text) ?? notFound()
}

type Context = { params: Promise<{ slug: string }> }

/** Wraps a route handler below the path of a post and redirects requests for old slugs. */
export function postRoute(subpath: string, respond: (post: PublicPost) => Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    const found = await findPost((await params).slug, subpath)
    if (!found) notFound()
    return 'movedTo' in found ? movedResponse(found.movedTo) : respond(found.post)
  }
}
