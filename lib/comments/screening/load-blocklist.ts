import 'server-only'
import { query } from '@/lib/db/client'
import { type Block, type Blocklist, compileBlocklist } from './blocklist'

type Loaded = { version: bigint; blocklist: Blocklist }

const none = compileBlocklist([])

let loaded: Promise<Loaded> = Promise.resolve({ version: -1n, blocklist: none })

/**
 * Returns the compiled blocks. Reloads them only if their version has changed, so that changes in
 * the admin area apply to the next comment in all processes.
 * @param version current version in the database
 * @throws DatabaseUnavailable
 */
export async function loadBlocklist(version: bigint): Promise<Blocklist> {
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
