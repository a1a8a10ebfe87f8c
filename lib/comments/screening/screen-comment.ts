import 'server-only'
import { keyedHashes } from '@/lib/crypto/encrypt'
import { query, queryRows } from '@/lib/db/client'
import { env } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { runInLanguage } from '@/lib/i18n/languages'
import { announceFlood } from '@/lib/mail/announce-comment'
import { addressHashes, isAddressProven } from '@/lib/mail/reader-address'
import { recentNetworkHashes } from '@/lib/network-hash/network-hash'
import { readBlogOptions } from '@/lib/settings/blog-input'
import { knownBlogLanguage } from '@/lib/settings/get-blog'
import { dayOf } from '@/lib/text/day'
import { areNamesAlike } from '@/lib/text/fold-text'
import { checkWithAkismet } from './akismet'
import type { Commenter, Draft, Verdict } from './draft'
import { readStamp } from './form-stamp'
import { type Finding, hold, rules, type ScreeningContext } from './rules/rules'
import { textHash } from './text-hash'

/** A rule’s finding and verdict, in the language of the blog. Stored with the comment. */
export type Reason = Finding & { rule: string }

export type Screening = {
  verdict: Verdict
  reasons: Reason[]
  /** Hash of the normalised text, used to find repetitions. */
  textHash: string
  /** True if its network was unknown. */
  isNewcomer: boolean
  /** Nonce of the stamp that it uses up. */
  stampNonce: string | undefined
}

/**
 * Screens a new or edited comment before it is stored, unless staff wrote it.
 * @param isAccepted returns true if the post accepts the comment: the text of a refused comment
 * must not reach Akismet
 * @throws InvalidInput if the name resembles that of the owner or a moderator; DatabaseUnavailable
 */
export async function screenComment(
  draft: Draft,
  commenter: Commenter,
  isAccepted: () => Promise<boolean> = async () => true,
): Promise<Screening> {
  const hash = textHash(draft.content)
  if (commenter.staff) {
    return {
      verdict: 'published',
      reasons: [],
      textHash: hash,
      isNewcomer: false,
      stampNonce: undefined,
    }
  }
  const { context, staffNames } = await gatherScreeningContext(draft, hash, commenter)
  const { kind, stamp, isNewcomer } = context
  if (kind === 'new' && staffNames.some((name) => areNamesAlike(draft.authorName, name)))
    throw new InvalidInput([{ field: 'author_name', message: validationText('staffName') }])
  // Reasons are stored, and staff may have different languages.
  const language = await knownBlogLanguage()
  const { verdict, reasons } = await runInLanguage(language, () => screenByRules(draft, context))
  if (reasons.some(({ rule }) => rule === 'flood'))
    await query((client) => announceFlood(client, dayOf(new Date())))
  // Akismet is only called if its verdict could change the result.
  const remote =
    verdict === 'published' &&
    (await runInLanguage(language, () => checkWithAkismet(draft, commenter, isAccepted)))
  return {
    verdict: remote ? remote.verdict : verdict,
    reasons: remote ? [...reasons, { rule: 'akismet', ...remote }] : reasons,
    textHash: hash,
    isNewcomer,
    stampNonce: stamp.kind === 'signed' && !context.isStampUsed ? stamp.nonce : undefined,
  }
}

/** Number of doubts that hold a comment. A single one may be a coincidence. */
const doubtsMin = 2

/**
 * Runs every rule and returns the strictest verdict; if that is `published`, two doubts still hold
 * the comment.
 */
export function screenByRules(
  comment: Draft,
  context: ScreeningContext,
): { verdict: Verdict; reasons: Reason[] } {
  const reasons = Object.entries(rules).flatMap(([rule, judge]) => {
    const finding = judge(comment, context)
    return finding ? [{ rule, ...finding }] : []
  })
  const strictest = (['spam', 'pending'] as const).find((verdict) =>
    reasons.some((reason) => reason.verdict === verdict),
  )
  if (strictest || reasons.length < doubtsMin) return { verdict: strictest ?? 'published', reasons }
  return { verdict: 'pending', reasons: [...reasons, { rule: 'doubts', ...hold('doubts') }] }
}

/** Facts from the database at the time of the query. */
type Known = Pick<
  ScreeningContext,
  'blocks' | 'isStampUsed' | 'isTrusted' | 'newcomers' | 'sameText' | 'wasStampMissing'
> & {
  options: unknown
  isKnown: boolean
  staff: string[]
  /** Facts about the comment that an edit changes. */
  wasNewcomer: boolean | null
  networkKey: string | null
}

/** Upper bound of the count: no rule needs a higher number. */
const sameTextMax = 5

/** Returns the hashes of the author's address if it was confirmed in this browser. */
function provenHashes({ id, authorEmail }: Draft, { addressProof }: Commenter): readonly string[] {
  if (id !== undefined || authorEmail === undefined) return []
  return isAddressProven(addressProof, authorEmail) ? addressHashes(authorEmail) : []
}

/**
 * Gathers the facts that the rules need, and the names of the staff, in one query of bounded cost.
 * @throws DatabaseUnavailable
 */
async function gatherScreeningContext(draft: Draft, hash: string, commenter: Commenter) {
  const now = new Date()
  const { COMMENT_MODERATION, COMMENT_FLOOD_AFTER, SITE_URL } = env()
  const isNew = draft.id === undefined
  // No comment has this id.
  const id = draft.id ?? 0
  const stamp = isNew ? readStamp(commenter.stamp, now) : { kind: 'missing' as const }
  const network = isNew ? commenter.network : undefined
  const proven = provenHashes(draft, commenter)
  const networks = network === undefined ? [] : await recentNetworkHashes(network, now)
  const [known] = await queryRows<Known>`
    SELECT (SELECT count(*)::integer FROM (
             SELECT 1 FROM comments WHERE text_hash = ${hash} AND ${hash} <> ''
               AND created_at > now() - interval '7 days' AND id <> ${id}
              LIMIT ${sameTextMax}) AS same) AS "sameText",
           -- A known network has a comment that was published more than 10 minutes ago. OFFSET 0
           -- forces the index on the network: the planner might choose the index on the time,
           -- which covers all comments of two days.
           EXISTS (SELECT 1 FROM (SELECT status, created_at FROM comments
             WHERE network_hash = ANY(${networks}::text[]) OFFSET 0) AS theirs
                    WHERE status = 'published' AND created_at > now() - interval '48 hours'
                      AND created_at < now() - interval '10 minutes') AS "isKnown",
           (SELECT count(*)::integer FROM (
             SELECT 1 FROM comments WHERE is_newcomer AND id <> ${id}
               AND created_at > now() - interval '10 minutes'
               LIMIT ${COMMENT_FLOOD_AFTER + 1}) AS lately) AS newcomers,
           EXISTS (SELECT 1 FROM used_form_stamps
             WHERE nonce = ${stamp.kind === 'signed' ? stamp.nonce : ''}) AS "isStampUsed",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'folded',
             folded, 'verdict', verdict)), '[]')
              FROM comment_blocks WHERE expires_at IS NULL OR expires_at > now()) AS blocks,
           ARRAY(SELECT name FROM staff) AS staff,
           (SELECT options FROM blog_settings) AS options,
           EXISTS (SELECT FROM comments AS approved
             WHERE status = 'published' AND approved.verified_at IS NOT NULL
               AND approved.id <> ${id} AND approved.address_id = CASE
                 WHEN edited.id IS NULL THEN (
                   SELECT id FROM reader_addresses WHERE hash = ANY(${proven}::text[]) LIMIT 1)
                 WHEN edited.verified_at IS NOT NULL THEN edited.address_id END) AS "isTrusted",
           edited.is_newcomer AS "wasNewcomer", edited.network_key AS "networkKey",
           coalesce(jsonb_path_exists(edited.screening,
             '$[*] ? (@.rule == "stamp" && @.verdict == "published")'), false)
             AS "wasStampMissing"
      FROM (VALUES (1)) AS once LEFT JOIN comments AS edited ON edited.id = ${id}`
  if (!known) throw new Error('the query returned no row')
  const { isKnown, staff: staffNames, wasNewcomer, networkKey, options, ...facts } = known
  const context: ScreeningContext = {
    ...facts,
    kind: isNew ? 'new' : 'edit',
    moderation: readBlogOptions(options).moderation || COMMENT_MODERATION,
    trap: isNew ? (commenter.trap ?? '') : '',
    stamp,
    // An edit counts as sent from the network of its comment, so that it cannot bypass flood or
    // block rules.
    isNewcomer: wasNewcomer ?? (network !== undefined && !isKnown),
    newcomersMax: COMMENT_FLOOD_AFTER,
    networkKeys: [
      ...(commenter.network === undefined ? [] : blockKeysOf(commenter.network)),
      ...(networkKey === null ? [] : [networkKey]),
    ],
    ownHost: SITE_URL === undefined ? undefined : new URL(SITE_URL).hostname,
  }
  return { context, staffNames }
}

/**
 * Returns the keys of a blocked network under all configured secrets, the first one for storage:
 * HMAC-SHA-256 under a dedicated key, in base64url. They outlive the daily salt, but are stored
 * with a comment only as long as the salted hash.
 */
export function blockKeysOf(network: string): [string, ...string[]] {
  return keyedHashes('network-block', network)
}
