import { notFound, permanentRedirect } from 'next/navigation'
import { cache } from 'react'
import { parseCommentId } from '@/lib/comments/comment'
import { movedResponse } from '@/lib/http/responses'
import { postPath } from '@/lib/paths'
import { type Post, type SearchOptions, slugLengthMax } from '@/lib/posts/post'
import { getPost } from '@/lib/posts/reading/get-posts'

/**
 * Decodes the path once, because Next.js passes it on as sent. `/posts/100%25` decodes to “100%”,
 * which must not be decoded again.
 */
function decodeSlug(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/**
 * Returns the post at a path, its current path (encoded) if it has moved, or undefined if there is
 * none.
 */
async function findPost(encodedSlug: string, placeBeneath = ''): ReturnType<typeof getPost> {
  const asked = decodeSlug(encodedSlug)
  const slug = asked?.normalize('NFC')
  const found =
    slug !== undefined && [...slug].length <= slugLengthMax ? await getPost(slug) : undefined
  if (!found) return undefined
  const present = 'movedTo' in found ? found.movedTo : found.post.slug
  return 'post' in found && present === asked
    ? found
    : { movedTo: postPath(present) + placeBeneath }
}

/**
 * Returns the post of a page, once per render for the metadata and the page. An old slug or another
 * spelling redirects to the same place below the current slug (in NFC), so that each page is cached
 * once.
 */
export const readPost = cache(async (encodedSlug: string, placeBeneath = '') => {
  const found = (await findPost(encodedSlug, placeBeneath)) ?? notFound()
  return 'movedTo' in found ? permanentRedirect(found.movedTo) : found.post
})

/** Parses the id of a comment. Only one spelling is valid, so that each page is cached once. */
export function readCommentId(text: string): number {
  return parseCommentId(text) ?? notFound()
}

type Context = { params: Promise<{ slug: string }> }

/** Wraps a route handler below the path of a post and redirects requests for old slugs. */
export function postRoute(
  placeBeneath: string,
  answer: (post: Post & SearchOptions) => Promise<Response>,
) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    const found = await findPost((await params).slug, placeBeneath)
    if (!found) notFound()
    return 'movedTo' in found ? movedResponse(found.movedTo) : answer(found.post)
  }
}
