import { type Timer, timers } from './timers'

/** After the start. What is due once a day is due then too: a server may be started anew every day. */
const firstAfterMs = 60_000

async function call(address: string, secret: string): Promise<void> {
  try {
    const { ok, status } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
    })
    if (!ok) console.warn(`timer: ${address} answered ${status}`)
  } catch (error) {
    console.warn(
      `timer: ${address} did not answer (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

/**
 * Calls each timer's address on the running server, again and again: only within a request can pages be made anew. A
 * call that takes long is waited for, so that no two of one timer run at once.
 *
 * @param secret the server's `CRON_SECRET`
 * @returns stops them
 */
export function runTimers(
  origin: string,
  secret: string,
  list = timers,
  firstMs = firstAfterMs,
): () => void {
  const waiting = new Set<NodeJS.Timeout>()
  let isStopped = false
  const run = async (timer: Timer) => {
    await call(origin + timer.path, secret)
    if (!isStopped) schedule(timer, timer.everyMs)
  }
  const schedule = (timer: Timer, afterMs: number) => {
    const timeout = setTimeout(() => {
      waiting.delete(timeout)
      void run(timer)
    }, afterMs).unref()
    waiting.add(timeout)
  }
  for (const timer of list) schedule(timer, firstMs)
  return () => {
    isStopped = true
    for (const timeout of waiting) clearTimeout(timeout)
  }
}
