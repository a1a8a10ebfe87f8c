import { notFound } from 'next/navigation'
import { movedResponse } from '@/lib/http/responses'
import type { Post } from '@/lib/posts/post'
import { findPost } from './read-post'

type Context = { params: Promise<{ slug: string }> }

/** Wraps a route handler below the path of a post and redirects requests for old slugs. */
export function postRoute(placeBeneath: string, answer: (post: Post) => Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    const found = await findPost((await params).slug, placeBeneath)
    if (!found) notFound()
    return 'movedTo' in found ? movedResponse(found.movedTo) : answer(found.post)
  }
}
