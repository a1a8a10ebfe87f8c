import { notFound } from 'next/navigation'
import { movedResponse } from '@/lib/http/moved-response'
import type { Post } from '@/lib/posts/post'
import { findPost } from './read-post'

type Context = { params: Promise<{ slug: string }> }

/** A handler of what there is of a post beside its page, under any slug the post has had. */
export function postRoute(placeBeneath: string, answer: (post: Post) => Promise<Response>) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    const found = await findPost((await params).slug, placeBeneath)
    if (!found) notFound()
    return 'movedTo' in found ? movedResponse(found.movedTo) : answer(found.post)
  }
}
