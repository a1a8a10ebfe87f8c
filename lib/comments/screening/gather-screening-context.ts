import 'server-only'
import type { ScreeningContext } from '@/lib/comments/screening/rules/rules'
import { keyedHashes } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { recentNetworkHashes } from '@/lib/network-hash/network-hash'
import { type Block, type Blocklist, compileBlocklist } from './blocklist'
import type { Draft, Writer } from './draft'
import { readStamp } from './form-stamp'
import { textHash } from './text-hash'

/** Facts from the database at the time of the query. */
type Known = {
  sameText: number
  isKnown: boolean
  newcomers: number
  isFlooded: boolean
  isUsed: boolean
  version: bigint
  staff: string[]
  /** Facts about the comment that an edit changes. */
  wasNewcomer: boolean | null
  networkKey: string | null
  wasStampMissing: boolean
}

/** Context for the rules, and the names reserved for the staff. */
export type Gathered = { context: ScreeningContext; textHash: string; staffNames: string[] }

/** Upper bound of the count: no rule needs a higher number. */
const sameTextMax = 5

/**
 * Gathers the facts that the rules need in one query of bounded cost.
 * @throws DatabaseUnavailable
 */
export async function gatherScreeningContext(
  draft: Draft,
  writer: Writer,
  kind: ScreeningContext['kind'],
): Promise<Gathered> {
  const now = new Date()
  const { COMMENT_MODERATION, COMMENT_FLOOD_AFTER, SITE_URL } = env()
  const isNew = kind === 'new'
  const hash = textHash(draft.content)
  const stamp = isNew ? readStamp(writer.stamp, now) : { kind: 'missing' as const }
  const network = isNew ? writer.network : undefined
  const networks = network === undefined ? [] : await recentNetworkHashes(network, now)
  const [known] = await query(
    (client) => client.$queryRaw<Known[]>`
      SELECT (SELECT count(*)::integer FROM (
               SELECT 1 FROM comments WHERE text_hash = ${hash} AND ${hash} <> ''
                 AND created_at > now() - interval '7 days' AND id <> ${draft.id ?? 0}
                LIMIT ${sameTextMax}) AS same) AS "sameText",
             -- A known network has a comment that was published more than 10 minutes ago. OFFSET 0
             -- forces the index on the network: the planner might choose the index on the time,
             -- which covers all comments of two days.
             EXISTS (SELECT 1 FROM (SELECT status, created_at FROM comments
               WHERE network_hash = ANY(${networks}::text[]) OFFSET 0) AS theirs
                      WHERE status = 'published' AND created_at > now() - interval '48 hours'
                        AND created_at < now() - interval '10 minutes') AS "isKnown",
             (SELECT count(*)::integer FROM (
               SELECT 1 FROM comments WHERE is_newcomer AND id <> ${draft.id ?? 0}
                 AND created_at > now() - interval '10 minutes'
                 LIMIT ${COMMENT_FLOOD_AFTER + 1}) AS lately) AS newcomers,
             EXISTS (SELECT 1 FROM comment_floods WHERE is_ongoing) AS "isFlooded",
             EXISTS (SELECT 1 FROM used_form_stamps
               WHERE nonce = ${stamp.kind === 'signed' ? stamp.nonce : ''}) AS "isUsed",
             (SELECT version FROM comment_block_version) AS version,
             ARRAY(SELECT name FROM staff) AS staff,
             edited.is_newcomer AS "wasNewcomer", edited.network_key AS "networkKey",
             coalesce(jsonb_path_exists(edited.screening,
               '$[*] ? (@.rule == "stamp" && @.verdict == "published")'), false)
               AS "wasStampMissing"
        FROM (VALUES (1)) AS once LEFT JOIN comments AS edited ON edited.id = ${draft.id ?? 0}`,
  )
  if (!known) throw new Error('the query returns one row')
  const { wasNewcomer, networkKey } = known
  const context: ScreeningContext = {
    kind,
    now,
    moderation: COMMENT_MODERATION,
    trap: isNew ? (writer.trap ?? '') : '',
    stamp: stamp.kind === 'signed' ? { ...stamp, isUsed: known.isUsed } : stamp,
    wasStampMissing: known.wasStampMissing,
    sameText: known.sameText,
    // An edit counts as sent from the network of its comment, so that it cannot bypass flood or
    // block rules.
    isNewcomer: wasNewcomer ?? (network !== undefined && !known.isKnown),
    newcomers: known.newcomers,
    isFlooded: known.isFlooded,
    newcomersMax: COMMENT_FLOOD_AFTER,
    blocklist: await loadBlocklist(known.version),
    networkKeys: [
      ...(writer.network === undefined ? [] : blockKeysOf(writer.network)),
      ...(networkKey === null ? [] : [networkKey]),
    ],
    ownHost: SITE_URL === undefined ? undefined : new URL(SITE_URL).hostname,
  }
  return { context, textHash: hash, staffNames: known.staff }
}

type Loaded = { version: bigint; blocklist: Blocklist }

const none = compileBlocklist([])

let loaded: Promise<Loaded> = Promise.resolve({ version: -1n, blocklist: none })

/**
 * Returns the compiled blocks, and reloads them if their version in the database has changed.
 * @throws DatabaseUnavailable
 */
async function loadBlocklist(version: bigint): Promise<Blocklist> {
  const known = await loaded.catch(() => undefined)
  if (known && known.version >= version) return known.blocklist
  loaded = readBlocks()
  return (await loaded).blocklist
}

/** Reads the blocks and their version in one statement, so that they are consistent. */
async function readBlocks(): Promise<Loaded> {
  const [row] = await query(
    (client) => client.$queryRaw<
      { version: bigint; blocks: (Omit<Block, 'expiresAt'> & { expiresAt: string | null })[] }[]
    >`
      SELECT version,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'folded',
               folded, 'verdict', verdict, 'expiresAt', expires_at)), '[]')
                FROM comment_blocks WHERE expires_at IS NULL OR expires_at > now()) AS blocks
        FROM comment_block_version`,
  )
  const blocks = (row?.blocks ?? []).map((block) => ({
    ...block,
    expiresAt: block.expiresAt === null ? null : new Date(block.expiresAt),
  }))
  return { version: row?.version ?? -1n, blocklist: compileBlocklist(blocks) }
}

/**
 * Returns the keys of a blocked network under all configured secrets, the first one for storage:
 * HMAC-SHA-256 under a dedicated key, in base64url. They outlive the daily salt, but are stored
 * with a comment only as long as the salted hash.
 */
export function blockKeysOf(network: string): [string, ...string[]] {
  return keyedHashes('network-block', network)
}
