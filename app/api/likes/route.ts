import { z } from 'zod'
import { commentInput } from '@/lib/comments/writing/comment-input'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePost } from '@/lib/http/purge-pages'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { setLike } from '@/lib/likes/set-like'
import { limits } from '@/lib/rate-limit/rate-limit'
import { admitPage } from '@/lib/threads/admit-page'
import { threadCommentPath, threadPath } from '@/lib/threads/thread-paths'
import { pageClaim } from '@/lib/threads/thread-slug-input'

const input = pageClaim.extend({
  comment: commentInput.shape.parent_id,
  liked: z.boolean().optional(),
})

/**
 * As with views, a like that a script sends does not revalidate pages. The number in the HTML is at
 * most five minutes old, and the script shows the new one. A like from a plain form revalidates
 * them, so that readers without JavaScript see the result.
 */
export const POST = writeEndpoint(
  {
    limits: [limits.likes, limits.likesHourly],
    body: true,
    slugOf: ({ fields }) => fields.slug,
    form: { name: 'data', action: () => '/api/likes' },
  },
  async ({ request, kind, fields, site, client, count }) => {
    const { comment, liked, ...page } = parseFields(input, fields)
    await count()
    if (site) await admitPage(site, page, client)
    const userAgent = request.headers.get('user-agent') ?? ''
    const like = await setLike({ slug: page.slug, comment, liked, client, userAgent })
    if (kind === 'json') return { json: like }
    purgePost(like.slug)
    return {
      seeOther:
        comment === undefined
          ? `${threadPath(like.slug)}#like`
          : threadCommentPath(like.slug, comment),
    }
  },
)

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')
