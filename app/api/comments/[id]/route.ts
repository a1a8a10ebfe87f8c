import { type Actor, hasRole } from '@/lib/auth/actor'
import { requireCommentId, slugOfComment } from '@/lib/comments/reading/find-comment'
import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { deleteComment, editComment } from '@/lib/comments/writing/own-comment'
import { AppError, InvalidInput } from '@/lib/errors'
import { afterCommentChange } from '@/lib/http/after-response'
import { commenterOf } from '@/lib/http/commenter'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { bearerToken } from '@/lib/http/permit-write'
import { signedInHere } from '@/lib/http/session/signed-in'
import { type Submission, writeEndpoint } from '@/lib/http/write-endpoint'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { ownCommentPath } from '@/lib/paths'
import { limits } from '@/lib/rate-limit/rate-limit'
import { threadCommentsPath } from '@/lib/threads/thread-paths'

type Params = { id: string }

/** The checks of all changes. */
const change = {
  limits: [limits.ownComments],
  slugOf: ({ params, isRefused }: { params: Params; isRefused: boolean }) =>
    // A request from another site is refused before its id is checked.
    isRefused && slugOfComment(params.id),
}

/**
 * Returns the token of a plain form, the bearer token (RFC 6750, 2.1), the signed-in moderator, or
 * an invalid token.
 */
async function authorOf({ request, fields }: Submission<Params>): Promise<string | Actor> {
  if (request.method === 'POST')
    return typeof fields.edit_token === 'string' ? fields.edit_token : ''
  if (request.headers.has('authorization')) return bearerToken(request.headers) ?? ''
  const actor = await signedInHere(request)
  return actor && hasRole(actor, 'moderator') ? actor : ''
}

async function edit(submission: Submission<Params>) {
  const { request, params, fields, client, count } = submission
  const id = requireCommentId(params.id)
  const { content } = parseFields(commentEditInput, fields)
  await count()
  const by = await authorOf(submission)
  const { comment, status } = await editComment(
    id,
    content,
    by,
    commenterOf(request, fields, client),
  )
  afterCommentChange(comment.post_slug)
  return status === 'pending' ? { ...comment, status } : comment
}

async function remove(submission: Submission<Params>) {
  const id = requireCommentId(submission.params.id)
  await submission.count()
  const comment = await deleteComment(id, await authorOf(submission))
  afterCommentChange(comment.post_slug)
  return comment
}

export const PATCH = writeEndpoint<Params>({ ...change, body: true }, async (submission) => ({
  json: await edit(submission),
}))

export const DELETE = writeEndpoint<Params>({ ...change, body: false }, async (submission) => ({
  json: await remove(submission),
}))

/** Handles a plain form, which sends the action in `intent` and includes its token. */
export const POST = writeEndpoint<Params>(
  { ...change, body: true, form: { name: 'comment', action: ({ pathname }) => pathname } },
  async (submission) => {
    const { kind, fields, params } = submission
    if (kind !== 'form') throw new AppError('unsupported-media-type', errorText('plainForm'))
    // The policy of this blog's pages lets forms lead only to this blog.
    if (fields.intent === 'delete')
      return { seeOther: threadCommentsPath((await remove(submission)).post_slug) }
    if (fields.intent !== 'edit')
      throw new InvalidInput([{ field: 'intent', message: validationText('intent') }])
    await edit(submission)
    return { seeOther: ownCommentPath(requireCommentId(params.id)) }
  },
)

export const { OPTIONS, GET, HEAD, PUT } = otherMethods('PATCH', 'DELETE')
