import { z } from 'zod'
import type { Actor } from '@/lib/auth/actor'
import { commentLimits } from '@/lib/comments/comment'
import { mayModerate } from '@/lib/comments/moderation/moderated-sites'
import { listComments } from '@/lib/comments/reading/list-comments'
import { addComment } from '@/lib/comments/writing/add-comment'
import { type CommentInput, commentInput } from '@/lib/comments/writing/comment-input'
import { sendMailsAfter, sendWebhooksAfter } from '@/lib/http/after-response'
import { commenterOf } from '@/lib/http/commenter'
import { ownCommentCookie } from '@/lib/http/cookies/reader-cookies'
import { endpoint, otherMethods, Reply } from '@/lib/http/endpoint'
import { idempotencyKey } from '@/lib/http/idempotency-key'
import { parseFields } from '@/lib/http/parse-fields'
import { text, wholeNumber } from '@/lib/http/parse-query'
import { purgePost } from '@/lib/http/purge-pages'
import { signedInHere } from '@/lib/http/session/signed-in'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { ownCommentPath } from '@/lib/paths'
import { limits } from '@/lib/rate-limit/rate-limit'
import { admitPage } from '@/lib/threads/admit-page'
import { isLocalSlug } from '@/lib/threads/site'
import { isPageSlug } from '@/lib/threads/thread-slug'
import { pageClaim, threadSlug } from '@/lib/threads/thread-slug-input'

const query = z.object({
  slug: threadSlug,
  limit: wholeNumber(1, commentLimits.threadsPerPageMax).optional(),
  cursor: text(100).optional(),
})

export const GET = endpoint(
  { limit: limits.comments, query, cachedAt: '/api/comments' },
  async ({ query, hides }) => {
    if (hides(query.slug)) return { comments: [], count: 0 }
    const { comments, nextCursor } = await listComments(query.slug, query)
    return new Reply(
      { comments, count: comments.length },
      {
        // Responses without comments are not cached: clients can request any number of them.
        thread: isLocalSlug(query.slug) ? undefined : comments[0]?.post_slug,
        ...(nextCursor && { headers: { Link: nextPage(query, nextCursor) } }),
      },
    )
  },
)

/** Builds the `Link` header (RFC 8288), relative to the request URL. */
function nextPage({ slug, limit }: z.infer<typeof query>, cursor: string): string {
  const parameters = new URLSearchParams({ slug, ...(limit && { limit: String(limit) }), cursor })
  return `</api/comments?${parameters}>; rel="next"`
}

/**
 * Returns the signed-in staff member if they comment on their site under their own name. Writers
 * belong to the blog.
 */
async function staffOfThatName(request: Request, input: CommentInput): Promise<Actor | undefined> {
  const actor = await signedInHere(request)
  if (actor?.name !== input.author_name) return undefined
  const isOwnSite =
    actor.role === 'writer' ? !isPageSlug(input.slug) : await mayModerate(actor, input.slug)
  return isOwnSite ? actor : undefined
}

export const POST = writeEndpoint(
  {
    limits: [limits.newComments, limits.newCommentsHourly, limits.newCommentsOfNetwork],
    body: true,
    slugOf: ({ fields }) => fields.slug,
    form: { name: 'comment', action: () => '/api/comments' },
  },
  async ({ request, kind, fields, site, client, count }) => {
    const input = parseFields(commentInput, fields)
    const key = await idempotencyKey(request, kind, input, client)
    await count()
    if (site) await admitPage(site, parseFields(pageClaim, fields), client)
    const { comment, status, editToken, permalink } = await addComment(
      input,
      { ...commenterOf(request, fields, client), staff: await staffOfThatName(request, input) },
      key,
    )
    if (status === 'published') purgePost(comment.post_slug)
    sendMailsAfter()
    sendWebhooksAfter(comment.post_slug)
    if (kind === 'form')
      return {
        seeOther: ownCommentPath(comment.id),
        headers: editToken ? ownCommentCookie(comment.id, editToken, request) : {},
      }
    return {
      status: 201,
      // Do not tell spammers that their comment was detected.
      json: {
        ...comment,
        status: status === 'published' ? status : 'pending',
        edit_token: editToken || undefined,
      },
      headers: { Location: permalink },
    }
  },
)

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')
