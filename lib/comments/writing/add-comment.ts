import 'server-only'
import { type Comment, commentIdMax, commentLimits } from '@/lib/comments/comment'
import { toComment } from '@/lib/comments/comment-row'
import type { CommentStatus } from '@/lib/comments/moderation/moderation'
import type { Commenter, Verdict } from '@/lib/comments/screening/draft'
import { blockKeysOf, type Screening, screenComment } from '@/lib/comments/screening/screen-comment'
import { sign, verifySignature } from '@/lib/crypto/sign'
import { query, queryRows, violates } from '@/lib/db/client'
import { AppError, NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { announceComment } from '@/lib/mail/announce-comment'
import { networkHash, recentNetworkHashes } from '@/lib/network-hash/network-hash'
import { isThreadClosed, publicThreadBySlug } from '@/lib/threads/public-thread'
import { commentUrl } from '@/lib/threads/thread-url'
import type { CommentInput } from './comment-input'
import { editToken } from './edit-token'

/** A stored comment. `editToken` is empty if `mayHaveToken` returns false. */
export type AddedComment = {
  comment: Comment
  status: CommentStatus
  editToken: string
  /** A path of this blog, or a URL on the page's own site. */
  permalink: string
}

/** Identifies a submission among all others. */
export type SubmissionKey = {
  text: string
  /** False if it is derived from the fields, which everyone can read in the published comment. */
  isSecret: boolean
}

const include = { comment: { include: { thread: { select: { slug: true, url: true } } } } } as const
type Included = { include: typeof include }

type Outcome = {
  postSlug: string | null
  url: string | null
  closed: boolean | null
  id: number | null
  createdAt: Date | null
}

/**
 * Adds a comment and commits it together with its key. A retry within a day, even a concurrent one,
 * gets the same result.
 * @param key identifies this submission; without it, every call adds a comment
 * @throws NotFound if there is no such post or no such parent on it; AppError `comments-closed`,
 * `thread-full`, `idempotency-key-reused`; DatabaseUnavailable
 */
export async function addComment(
  input: CommentInput,
  commenter: Commenter = {},
  key?: SubmissionKey,
): Promise<AddedComment> {
  // A keyed hash, because the body contains an address, which could otherwise be guessed.
  const body = JSON.stringify(input)
  const bodyHash = sign('submission', body)
  const { outcome, status } = await screenAndInsert(input, commenter, key?.text, bodyHash)
  if (outcome?.id && outcome.createdAt && outcome.postSlug !== null) {
    const { id, createdAt, postSlug, url } = outcome
    return added(input, { id, createdAt, postSlug, url, status })
  }
  const first =
    key &&
    (await query((client) =>
      client.commentSubmission.findUnique({ where: { key: key.text }, include }),
    ))
  if (!first) throw refusal(input, outcome)
  if (!verifySignature('submission', body, first.bodyHash))
    throw new AppError('idempotency-key-reused', errorText('idempotencyKeyReused'))
  const { comment, status: firstStatus } = first
  const { slug: postSlug, url } = comment.thread
  const repeated = added(input, { ...comment, postSlug, url, status: firstStatus })
  return (await mayHaveToken(first, commenter, key)) ? repeated : { ...repeated, editToken: '' }
}

/**
 * Returns true if a repeated request gets the edit token again. It must come from the network of
 * the first request. If the key can be derived from the published comment, it must also come within
 * a minute, which covers a double click.
 */
async function mayHaveToken(
  { comment: { networkHash }, createdAt }: Prisma.CommentSubmissionGetPayload<Included>,
  { network }: Commenter,
  { isSecret }: SubmissionKey,
): Promise<boolean> {
  const isRecent = Date.now() - createdAt.getTime() < 60_000
  if (networkHash === null || network === undefined || !(isSecret || isRecent)) return false
  return (await recentNetworkHashes(network)).includes(networkHash)
}

/**
 * Constraints that fail for a used stamp, or a thread that was merged or deleted in the meantime.
 */
const changedMeanwhile = [
  'used_form_stamps_pkey',
  'comments_post_id_fkey',
  'comments_parent_id_post_id_fkey',
]

/** Screens and inserts a comment. Returns no outcome if the key was sent before. */
async function screenAndInsert(
  input: CommentInput,
  commenter: Commenter,
  key: string | undefined,
  bodyHash: string,
): Promise<{ outcome: Outcome | undefined; status: Verdict }> {
  const draft = {
    slug: input.slug,
    content: input.content,
    authorName: input.author_name,
    authorEmail: input.author_email,
  }
  const screening = await screenComment(draft, commenter, () => wouldAccept(input, key))
  const status = screening.verdict
  try {
    return { outcome: await insert(input, screening, commenter, key, bodyHash), status }
  } catch (error) {
    if (changedMeanwhile.some((constraint) => violates(error, constraint)))
      return screenAndInsert(input, commenter, key, bodyHash)
    if (violates(error, 'comments_published_replies_check'))
      throw new AppError(
        'thread-full',
        errorText('threadFull', { max: commentLimits.repliesPerThreadMax }),
        [],
        { cause: error },
      )
    if (violates(error, 'comment_submissions_pkey')) return { outcome: undefined, status }
    throw error
  }
}

/**
 * Inserts the comment, its key, the used stamp and the e-mails in one statement, if the post and
 * the parent allow it. A concurrent writer with the same key waits for the first and fails on the
 * key.
 */
async function insert(
  input: CommentInput,
  { verdict: status, reasons, textHash, isNewcomer, stampNonce }: Screening,
  commenter: Commenter,
  key: string | undefined,
  bodyHash: string,
): Promise<Outcome | undefined> {
  const mail = announceComment({
    email: input.author_email,
    proof: commenter.addressProof,
    status,
    isStaff: commenter.staff !== undefined,
  })
  const network = commenter.network === undefined ? null : await networkHash(commenter.network)
  const networkKey = commenter.network === undefined ? null : blockKeysOf(commenter.network)[0]
  const [outcome] = await query(
    (client) => client.$queryRaw<Outcome[]>`
      WITH RECURSIVE ${placeFor(input)}, address AS (
        ${mail.address}
      ), added AS (
        INSERT INTO comments (post_id, parent_id, answered_id, status, author_name, address_id,
          verified_at, staff_id, content, screening, text_hash, network_hash,
                              network_key, is_newcomer)
        SELECT place.post_id, place.parent_id, place.answered_id, ${status}::comment_status,
          ${input.author_name}, (SELECT id FROM address),
               CASE WHEN ${mail.isProven} THEN now() END, ${commenter.staff?.staffId ?? null},
               ${input.content}, ${JSON.stringify(reasons)}::jsonb, ${textHash}, ${network},
                 ${networkKey}, ${isNewcomer}
          FROM place
        RETURNING id, post_id, coalesce(answered_id, parent_id) AS answered_id, address_id,
          created_at
      ), ${mail.ownerMails}, verification AS (
        ${mail.verification}
      ), reply_mail AS (
        ${mail.replyMail}
      ), digests AS (
        ${mail.addToDigests}
      ), stamp AS (
        INSERT INTO used_form_stamps (nonce) SELECT ${stampNonce ?? null} FROM added
          WHERE ${stampNonce ?? null}::text IS NOT NULL
      ), submission AS (
        INSERT INTO comment_submissions (key, body_hash, comment_id, status)
        SELECT ${key ?? null}, ${bodyHash}, id, ${status}::comment_status FROM added
          WHERE ${key ?? null}::text IS NOT NULL
      )
      SELECT post.slug AS "postSlug", post.url, post.closed, added.id,
             added.created_at AS "createdAt"
        FROM (VALUES (1)) AS once LEFT JOIN post ON true LEFT JOIN added ON true`,
  )
  return outcome
}

type Added = Pick<Outcome, 'url'> & {
  id: number
  createdAt: Date
  postSlug: string
  status: CommentStatus
}

function added(input: CommentInput, { id, createdAt, postSlug, url, status }: Added): AddedComment {
  const { content, author_name: authorName } = input
  const comment = toComment({ id, status: 'published', postSlug, content, authorName, createdAt })
  const permalink = commentUrl({ slug: postSlug, url }, id)
  return { comment, status, editToken: editToken({ id, createdAt }), permalink }
}

function refusal(input: CommentInput, outcome: Outcome | undefined): AppError {
  if (outcome?.postSlug == null) return new NotFound('post', input.slug)
  if (outcome.closed) return new AppError('comments-closed', errorText('commentsClosed'))
  return new NotFound('comment', input.parent_id ?? 0)
}

/**
 * Returns common table expressions for a `WITH RECURSIVE` that locate a new comment: `post` (id,
 * slug, url, closed), `parent` (id, answered_id) and `place` (post_id, parent_id, answered_id),
 * which is empty if the comment is refused. A reply to the deepest level becomes a sibling of the
 * comment that it replies to, which `answered_id` then names. The parent and all comments above it
 * must be public.
 */
function placeFor({ slug, parent_id }: CommentInput): Prisma.Sql {
  // Clamps the id to the range of `integer`. No comment has the maximum.
  const parentId = parent_id === undefined ? null : Math.min(parent_id, commentIdMax)
  return Prisma.sql`
    post AS (${publicThreadBySlug(
      slug,
      Prisma.sql`threads.id, threads.slug, threads.url, ${isThreadClosed} AS closed`,
    )}
    ), line AS (
      SELECT id, parent_id, depth, status FROM comments
       WHERE id = ${parentId}::integer AND post_id = (SELECT id FROM post) AND status = 'published'
      UNION ALL
      SELECT above.id, above.parent_id, above.depth, above.status FROM comments AS above
        JOIN line ON above.id = line.parent_id
    ), parent AS (
      SELECT CASE WHEN depth < ${commentLimits.depthMax} THEN id ELSE parent_id END AS id,
             CASE WHEN depth >= ${commentLimits.depthMax} THEN id END AS answered_id
        FROM line
       WHERE id = ${parentId}::integer AND NOT EXISTS (SELECT 1 FROM line
         WHERE status NOT IN ('published', 'deleted'))
    ), place AS (
      SELECT post.id AS post_id, parent.id AS parent_id, answered_id FROM post
        LEFT JOIN parent ON true
       WHERE NOT closed AND (${parentId}::integer IS NULL OR parent.id IS NOT NULL)
    )`
}

/**
 * Returns true if a comment written now would be accepted. The insertion checks this again.
 * @throws DatabaseUnavailable
 */
async function wouldAccept(input: CommentInput, key: string | undefined): Promise<boolean> {
  const [row] = await queryRows<{ wouldAccept: boolean }>`
    WITH RECURSIVE ${placeFor(input)}
    SELECT EXISTS (SELECT 1 FROM place) AND NOT EXISTS (SELECT 1 FROM comment_submissions
      WHERE key = ${key ?? null}) AS "wouldAccept"`
  return row?.wouldAccept ?? false
}
