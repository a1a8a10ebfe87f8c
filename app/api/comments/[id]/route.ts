import { type Actor, hasRole } from '@/lib/auth/actor'
import { parseCommentId } from '@/lib/comments/comment'
import { slugOfComment } from '@/lib/comments/reading/find-comment'
import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { deleteComment, editComment } from '@/lib/comments/writing/own-comment'
import { AppError, InvalidInput, NotFound } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { bearerToken } from '@/lib/http/permit-write'
import { purgePost } from '@/lib/http/purge-pages'
import { sendMailsAfter } from '@/lib/http/send-mails-after'
import { sendWebhooksAfter } from '@/lib/http/send-webhooks-after'
import { signedInHere } from '@/lib/http/session/signed-in'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { writerOf } from '@/lib/http/writer'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { ownCommentPath } from '@/lib/paths'
import { limits } from '@/lib/rate-limit/rate-limit'
import { truncate } from '@/lib/text/truncate'
import { threadCommentsPath } from '@/lib/threads/thread-paths'

type Params = { id: string }

/** Treats an invalid id like an unknown one. */
function commentId({ id }: Params): number {
  const number = parseCommentId(id)
  if (number === undefined) throw new NotFound('comment', truncate(id, 40))
  return number
}

const slugOf = ({ params, isRefused }: { params: Params; isRefused: boolean }) =>
  isRefused && slugOfComment(commentId(params))

/** Returns the bearer token (RFC 6750, 2.1), the signed-in moderator, or an invalid token. */
async function authorOf(request: Request): Promise<string | Actor> {
  if (request.headers.has('authorization')) return bearerToken(request.headers) ?? ''
  const actor = await signedInHere(request)
  return actor && hasRole(actor, 'moderator') ? actor : ''
}

export const PATCH = writeEndpoint<Params>(
  { limits: [limits.ownComments], body: true, slugOf },
  async ({ request, params, fields, client, count }) => {
    const id = commentId(params)
    const { content } = parseFields(commentEditInput, fields)
    await count()
    const by = await authorOf(request)
    const { comment, status } = await editComment(id, content, by, {
      ...writerOf(request, fields, client),
      staff: typeof by === 'string' ? undefined : by,
    })
    purgePost(comment.post_slug)
    sendMailsAfter()
    sendWebhooksAfter(comment.post_slug)
    return { json: status === 'pending' ? { ...comment, status } : comment }
  },
)

export const DELETE = writeEndpoint<Params>(
  { limits: [limits.ownComments], body: false, slugOf },
  async ({ request, params, count }) => {
    const id = commentId(params)
    await count()
    const comment = await deleteComment(id, await authorOf(request))
    purgePost(comment.post_slug)
    sendWebhooksAfter(comment.post_slug)
    return { json: comment }
  },
)

/** Handles a plain form, which sends the action in `intent` and includes its token. */
export const POST = writeEndpoint<Params>(
  {
    limits: [limits.ownComments],
    body: true,
    slugOf,
    form: { name: 'comment', action: ({ pathname }) => pathname },
  },
  async ({ request, params, fields, kind, client, count }) => {
    if (kind !== 'form') throw new AppError('method-not-allowed', errorText('plainForm'))
    const id = commentId(params)
    const token = typeof fields.edit_token === 'string' ? fields.edit_token : ''
    if (fields.intent === 'delete') {
      await count()
      const comment = await deleteComment(id, token)
      purgePost(comment.post_slug)
      sendWebhooksAfter(comment.post_slug)
      // The policy of this blog's pages lets forms lead only to this blog.
      return { seeOther: threadCommentsPath(comment.post_slug) }
    }
    if (fields.intent !== 'edit')
      throw new InvalidInput([{ field: 'intent', message: validationText('intent') }])
    const { content } = parseFields(commentEditInput, fields)
    await count()
    const { comment } = await editComment(id, content, token, writerOf(request, fields, client))
    purgePost(comment.post_slug)
    sendMailsAfter()
    sendWebhooksAfter(comment.post_slug)
    return { seeOther: ownCommentPath(id) }
  },
)

export const { OPTIONS, GET, HEAD, PUT } = otherMethods('PATCH', 'DELETE')
