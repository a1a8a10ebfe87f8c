import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@/lib/errors'
import { oneATurn } from '@/lib/one-a-turn'
import { linkPreviewLimits } from './link-preview'
import { type LinkPreviewRow, rowOfFailure, rowOfSuccess, rowOfUnchanged, validatorsOf } from './link-preview-row'
import { Places } from './places'
import { readLinkPreview } from './read-link-preview'
import { endLease, type Lease, takeLease } from './take-lease'
import { targetTooSlow } from './target-errors'

/** Updates under way in this process, by key: who asks meanwhile joins. */
const underWay = new Map<string, Promise<Update>>()

/** Twice as many as are fetched at once. Who has no turn in time is told so, and costs the database nothing. */
const turns = new Places(64)

/** How often a process looks whether another one has what both were asked for. */
const pollMs = 100

type Update = {
  row: LinkPreviewRow
  before: LinkPreviewRow
}

async function read(before: LinkPreviewRow, timeoutMs: number): Promise<LinkPreviewRow> {
  try {
    const found = await readLinkPreview(new URL(before.url), { validators: validatorsOf(before, new Date()), timeoutMs })
    return found.preview ? rowOfSuccess(before, found, new Date()) : rowOfUnchanged(before, found.freshSeconds, new Date())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return rowOfFailure(before, error, new Date())
  }
}

/** The lease, or the row once nobody has it to himself: who held the lease meanwhile has fetched for all. */
async function waitForLease(key: string): Promise<Lease> {
  for (;;) {
    const lease = await takeLease(key)
    if (lease.isOurs || lease.row.leaseUntil === null) return lease
    await sleep(pollMs)
  }
}

/** A turn that leaves less than this for the fetch itself comes too late. */
const fetchTimeoutMsMin = 1_000

/** Waits for one of the turns, and returns what is left of the budget of a fetch, in which the wait counts. */
async function waitForTurn(): Promise<number> {
  const { fetchTimeoutMs } = linkPreviewLimits
  const begun = performance.now()
  try {
    await turns.take(AbortSignal.timeout(fetchTimeoutMs - fetchTimeoutMsMin))
  } catch {
    // A crowd that came in one moment gives up in one.
    await oneATurn()
    throw targetTooSlow()
  }
  return Math.max(fetchTimeoutMsMin, Math.floor(fetchTimeoutMs - (performance.now() - begun)))
}

async function update(key: string): Promise<Update> {
  const timeoutMs = await waitForTurn()
  try {
    const lease = await waitForLease(key)
    if (!lease.isOurs) return { row: lease.row, before: lease.row }
    const row = await read(lease.row, timeoutMs)
    await endLease(lease, row)
    return { row, before: lease.row }
  } finally {
    turns.give()
  }
}

/**
 * Brings what is stored of a page up to date: fetches it, unless what is stored is still fresh, and stores what came of
 * it, a failure too. However many ask for one key at once, in however many processes, it is fetched once.
 *
 * @param key as `linkPreviewKey` makes it
 * @throws AppError `target-too-slow` where its turn did not come in time, of which nothing is stored; DatabaseAway
 */
export function updateLinkPreview(key: string): Promise<Update> {
  const current = underWay.get(key)
  if (current) return current
  const started = update(key).finally(() => underWay.delete(key))
  underWay.set(key, started)
  return started
}
