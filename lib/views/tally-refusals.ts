import 'server-only'
import { query } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { shard } from './count-views'
import type { EarlyRefusal } from './view'

/** A flood of them makes one small write in so long. */
const writeEveryMs = 5_000

/** What waits to be written; undefined while nothing does. */
let waiting: Map<EarlyRefusal, number> | undefined

/**
 * Notes that a request was refused before the post was looked at: a number in this process, which is written some seconds
 * later among what was not counted. A process that ends meanwhile loses it.
 */
export function tallyRefusal(reason: EarlyRefusal): void {
  waiting ??= begin()
  waiting.set(reason, (waiting.get(reason) ?? 0) + 1)
}

function begin(): Map<EarlyRefusal, number> {
  const tally = new Map<EarlyRefusal, number>()
  const write = () => {
    waiting = undefined
    void writeTally(tally)
  }
  setTimeout(write, writeEveryMs).unref()
  return tally
}

async function writeTally(tally: Map<EarlyRefusal, number>): Promise<void> {
  try {
    const { timeZone } = await getBlog()
    const rows = JSON.stringify([...tally].map(([reason, views]) => ({ reason, views })))
    await query(
      (client) => client.$executeRaw`
        INSERT INTO view_refusals (day, reason, shard, views)
        SELECT (now() AT TIME ZONE ${timeZone})::date, reason, ${shard}::smallint, views
          FROM jsonb_to_recordset(${rows}::jsonb) AS row(reason text, views integer) ORDER BY reason
        ON CONFLICT (day, reason, shard) DO UPDATE SET views = view_refusals.views + excluded.views`,
    )
  } catch (error) {
    console.warn(
      `views: ${[...tally.values()].join(' + ')} refusals are in no figure (${error instanceof Error ? error.name : String(error)})`,
    )
  }
}
