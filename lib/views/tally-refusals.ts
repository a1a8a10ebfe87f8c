import 'server-only'
import { query } from '@/lib/db/client'
import { getBlog } from '@/lib/settings/get-blog'
import { shard } from './count-views'
import type { EarlyRefusal } from './view'

/** Interval in milliseconds in which all refusals are combined in one write. */
const writeEveryMs = 5_000

/** Refusals not yet written. */
let waiting = new Map<EarlyRefusal, number>()

/**
 * Counts a request that was refused before its post was looked up. The number is kept in memory and
 * written some seconds later. It is lost if the process ends first.
 */
export function tallyRefusal(reason: EarlyRefusal): void {
  if (waiting.size === 0) setTimeout(() => void writeTally(), writeEveryMs).unref()
  waiting.set(reason, (waiting.get(reason) ?? 0) + 1)
}

async function writeTally(): Promise<void> {
  const tally = waiting
  waiting = new Map()
  try {
    const { timeZone } = await getBlog()
    const rows = JSON.stringify([...tally].map(([reason, views]) => ({ reason, views })))
    await query(
      (client) => client.$executeRaw`
        INSERT INTO view_refusals (day, reason, shard, views)
        SELECT (now() AT TIME ZONE ${timeZone})::date, reason, ${shard}::smallint, views
          FROM jsonb_to_recordset(${rows}::jsonb) AS row(reason text, views integer) ORDER BY reason
        ON CONFLICT (day, reason, shard) DO UPDATE
          SET views = view_refusals.views + excluded.views`,
    )
  } catch (error) {
    console.warn(
      `views: ${[...tally.values()].join(' + ')} refusals are in no figure ` +
        `(${error instanceof Error ? error.name : String(error)})`,
    )
  }
}
