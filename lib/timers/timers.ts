import { messageOf } from '@/lib/errors'

/** A path under `/api/cron` and its interval. */
export type Timer = { path: string; everyMs: number }

/** The schedule of the Node server. `vercel.json` runs timers daily because of the free plan. */
export const timers: readonly Timer[] = [
  // Short, so that scheduled posts appear on time.
  { path: '/api/cron/publish-due-posts', everyMs: 15_000 },
  { path: '/api/cron/send-mails', everyMs: 15_000 },
  { path: '/api/cron/send-webhooks', everyMs: 15_000 },
  { path: '/api/cron/delete-old-mails', everyMs: 86_400_000 },
  { path: '/api/cron/reencrypt-addresses', everyMs: 86_400_000 },
  { path: '/api/cron/renew-link-previews', everyMs: 60_000 },
  { path: '/api/cron/delete-unused-link-previews', everyMs: 3_600_000 },
  { path: '/api/cron/delete-old-submissions', everyMs: 3_600_000 },
  // Hourly, so that networks are deleted within an hour after their 48 hours.
  { path: '/api/cron/forget-networks', everyMs: 3_600_000 },
  { path: '/api/cron/purge-deleted-comments', everyMs: 86_400_000 },
  { path: '/api/cron/keep-view-marks', everyMs: 3_600_000 },
  { path: '/api/cron/forget-deleted-posts', everyMs: 86_400_000 },
]

/** Delay of the first run, even of daily timers, since a server may be restarted every day. */
const firstAfterMs = 60_000

async function call(address: string, secret: string): Promise<void> {
  try {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    })
    if (!ok) console.warn(`timer: ${address} returned ${status}`)
  } catch (error) {
    console.warn(`timer: ${address} did not respond (${messageOf(error)})`)
  }
}

/**
 * Calls each timer's path on the running server repeatedly, since Next.js invalidates pages only
 * within a request. Runs of one timer do not overlap.
 * @param secret the server's `CRON_SECRET`
 * @returns a function that stops the timers
 */
export function runTimers(
  origin: string,
  secret: string,
  list = timers,
  firstMs = firstAfterMs,
): () => void {
  const waiting = new Map<Timer, NodeJS.Timeout>()
  let isStopped = false
  const schedule = (timer: Timer, afterMs: number) => {
    const run = async () => {
      await call(origin + timer.path, secret)
      if (!isStopped) schedule(timer, timer.everyMs)
    }
    waiting.set(timer, setTimeout(() => void run(), afterMs).unref())
  }
  for (const timer of list) schedule(timer, firstMs)
  return () => {
    isStopped = true
    for (const timeout of waiting.values()) clearTimeout(timeout)
  }
}
