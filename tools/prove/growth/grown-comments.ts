import {
  authorOf,
  contentOf,
  isReply as isReplyOf,
  samples,
  screeningOf,
  statusOf,
} from './comment-text'
import {
  commentSeconds,
  commentsOfEach,
  commentsPerGroup,
  commentsWithin,
  type Growing,
  type Grown,
} from './grown-rows'

const daySeconds = 86_400
/** The time for which the network of a comment is stored, in seconds. */
const networkKeptSeconds = 47 * 3_600

const addressesOf = ({ comments }: Growing) => Math.ceil(comments / 20)

/**
 * Returns the rows of comments and related tables. A fifth of the comments have a stored author
 * address.
 */
export function grownComments(growing: Growing): Grown[] {
  const { lastPost, lastComment, lastAddress, comments } = growing
  const addresses = addressesOf(growing)
  const top = `${lastComment} + 1 + n - n % ${commentsPerGroup}`
  const isReply = isReplyOf('n')
  const hasNetwork = `n < ${commentsWithin(growing, networkKeptSeconds)}`
  return [
    {
      table: 'reader_addresses',
      columns: 'id, hash, sealed, verified_at',
      rows: addresses,
      select: (numbers) =>
        `SELECT ${lastAddress} + 1 + n, md5('address ' || n), md5(n::text) || md5('sealed ' || n),
         now() FROM ${numbers}`,
    },
    {
      table: 'comments',
      columns: `id, post_id, parent_id, thread_id, depth, status, author_name, address_id,
               verified_at, content, screening, text_hash,
                network_hash, network_key, is_newcomer, published_replies, created_at`,
      rows: comments,
      // Later comments of a group have later timestamps.
      select: (numbers) => `
        WITH ${samples}
        SELECT ${lastComment} + 1 + n, ${lastPost} + 1 + n / ${commentsOfEach(growing)},
               CASE WHEN ${isReply} THEN ${top} END, CASE WHEN ${isReply} THEN ${top} END,
               CASE WHEN ${isReply} THEN 2 ELSE 1 END,
               ${statusOf('n')}, ${authorOf('n')},
               CASE WHEN n % 5 = 0 THEN ${lastAddress} + 1 + n / 5 % ${addresses} END,
               CASE WHEN n % 10 = 0 THEN now() END,
               ${contentOf('n')}, ${screeningOf('n')}, md5(n::text),
               CASE WHEN ${hasNetwork} THEN md5('network ' || n % 5000) END,
               CASE WHEN ${hasNetwork} THEN md5('key ' || n % 5000) END, ${hasNetwork}
               AND n % 7 = 0,
               CASE WHEN n % ${commentsPerGroup} = 0 THEN 3 ELSE 0 END,
               now() - (n - n % ${commentsPerGroup} + ${commentsPerGroup} - n % ${commentsPerGroup})
                      * interval '${commentSeconds} seconds'
          FROM samples, ${numbers}`,
    },
    ...relatedRows(growing),
  ]
}

/**
 * Returns the rows for edits, moderation, reports, e-mails and idempotency keys. Short-lived rows
 * belong to the last day.
 */
function relatedRows(growing: Growing): Grown[] {
  const { lastComment, lastAddress, comments } = growing
  const id = (each: number) => `${lastComment} + 1 + n * ${each}`
  const ofDay = commentsWithin(growing, daySeconds)
  return [
    {
      table: 'comment_edits',
      columns: 'comment_id, content, replaced_at',
      rows: comments / 100,
      select: (numbers) =>
        `SELECT ${id(100)}, 'Previous text, number ' || n, now() FROM ${numbers}`,
    },
    {
      table: 'comment_judgements',
      columns: 'comment_id, from_status, to_status, judged_at',
      rows: comments / 100,
      select: (numbers) =>
        `SELECT ${id(100)} + 6, 'pending', 'spam', now() - interval '3 days' FROM ${numbers}`,
    },
    {
      table: 'comment_reports',
      columns: 'comment_id, created_at',
      rows: comments / 1_000,
      select: (numbers) => `SELECT ${id(1_000)}, now() - interval '3 days' FROM ${numbers}`,
    },
    {
      table: 'outbox_mails',
      columns: 'kind, dedupe_key, comment_id, address_id, sent_at',
      rows: comments / 100,
      select: (numbers) =>
        `SELECT 'reply', 'grown ' || n, ${id(100)},
         ${lastAddress} + 1 + n * 20 % ${addressesOf(growing)}, now() FROM ${numbers}`,
    },
    {
      table: 'comment_submissions',
      columns: 'key, body_hash, comment_id, status',
      rows: ofDay,
      select: (numbers) =>
        `SELECT 'grown ' || n, md5(n::text), ${id(1)}, 'published' FROM ${numbers}`,
    },
    {
      table: 'used_form_stamps',
      columns: 'nonce',
      rows: ofDay,
      select: (numbers) => `SELECT md5('stamp ' || n) FROM ${numbers}`,
    },
    {
      table: 'comment_blocks',
      columns: 'kind, value, folded',
      rows: 300,
      select: (numbers) => `
        SELECT CASE n % 3 WHEN 0 THEN 'word' WHEN 1 THEN 'name' ELSE 'domain' END, word, word
          FROM ${numbers},
            LATERAL (SELECT 'unwanted' || n || CASE WHEN n % 3 = 2 THEN '.example'
              ELSE '' END AS word) AS blocked`,
    },
  ]
}
