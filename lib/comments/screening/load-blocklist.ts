import 'server-only'
import { query } from '@/lib/db/client'
import { type Block, type Blocklist, compileBlocklist } from './blocklist'

type Loaded = { version: bigint; blocklist: Blocklist }

const none = compileBlocklist([])

let loaded: Promise<Loaded> = Promise.resolve({ version: -1n, blocklist: none })

/**
 * The blocks, compiled: read anew only where their version is another than the one this process has, so that what is
 * changed in the admin area counts for the very next comment, in all processes.
 * @param version as it stands in the database just now
 * @throws DatabaseUnavailable
 */
export async function loadBlocklist(version: bigint): Promise<Blocklist> {
  const known = await loaded.catch(() => undefined)
  if (known && known.version >= version) return known.blocklist
  loaded = readBlocks()
  return (await loaded).blocklist
}

/** One statement, and so one view of the table: the version is that of these very blocks. */
async function readBlocks(): Promise<Loaded> {
  const [row] = await query(
    (client) => client.$queryRaw<
      { version: bigint; blocks: (Omit<Block, 'expiresAt'> & { expiresAt: string | null })[] }[]
    >`
      SELECT version,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'folded', folded, 'verdict', verdict, 'expiresAt', expires_at)), '[]')
                FROM comment_blocks WHERE expires_at IS NULL OR expires_at > now()) AS blocks
        FROM comment_block_version`,
  )
  const blocks = (row?.blocks ?? []).map((block) => ({
    ...block,
    expiresAt: block.expiresAt === null ? null : new Date(block.expiresAt),
  }))
  return { version: row?.version ?? -1n, blocklist: compileBlocklist(blocks) }
}
