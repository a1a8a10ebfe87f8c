import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@/lib/errors'
import { oneATurn } from '@/lib/one-a-turn'
import { linkPreviewLimits } from './link-preview'
import { type LinkPreviewRow, rowOfFailure, rowOfSuccess, rowOfUnchanged, validatorsOf } from './link-preview-row'
import { Places } from './places'
import { readLinkPreview } from './read-link-preview'
import { SharedWork } from './shared-work'
import { endLease, type Lease, takeLease } from './take-lease'
import { PageNotRead } from './target-errors'

/** Twice as many as are fetched at once. Who has no turn in time is told so, and costs the database nothing. */
const turns = new Places(64)

/** How often a process looks whether another one has what both were asked for. */
const pollMs = 100

type Update = {
  row: LinkPreviewRow
  before: LinkPreviewRow
}

async function read(before: LinkPreviewRow, timeoutMs: number, signal: AbortSignal): Promise<LinkPreviewRow> {
  try {
    const found = await readLinkPreview(new URL(before.url), { validators: validatorsOf(before, new Date()), timeoutMs, signal })
    return found.preview ? rowOfSuccess(before, found, new Date()) : rowOfUnchanged(before, found.freshSeconds, new Date())
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof PageNotRead) throw error
    return rowOfFailure(before, error, new Date())
  }
}

/** The lease, or the row once nobody has it to himself: who held the lease meanwhile has fetched for all. */
async function waitForLease(key: string, signal: AbortSignal): Promise<Lease> {
  for (;;) {
    signal.throwIfAborted()
    const lease = await takeLease(key)
    if (lease.isOurs || lease.row.leaseUntil === null) return lease
    await sleep(pollMs)
  }
}

/** A turn that leaves less than this for the fetch itself comes too late. */
const fetchTimeoutMsMin = 1_000

/** Waits for one of the turns, and returns what is left of the budget of a fetch, in which the wait counts. */
async function waitForTurn(signal: AbortSignal): Promise<number> {
  const { fetchTimeoutMs } = linkPreviewLimits
  const begun = performance.now()
  try {
    await turns.take(AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs - fetchTimeoutMsMin)]))
  } catch {
    signal.throwIfAborted()
    // A crowd that came in one moment gives up in one.
    await oneATurn()
    throw new PageNotRead()
  }
  return Math.max(fetchTimeoutMsMin, Math.floor(fetchTimeoutMs - (performance.now() - begun)))
}

async function readInLease(lease: Lease, timeoutMs: number, signal: AbortSignal): Promise<LinkPreviewRow> {
  try {
    return await read(lease.row, timeoutMs, signal)
  } catch (error) {
    // Nothing was learnt of the page: another may begin at once.
    await endLease(lease, lease.row)
    throw error
  }
}

async function update(key: string, signal: AbortSignal): Promise<Update> {
  const timeoutMs = await waitForTurn(signal)
  try {
    const lease = await waitForLease(key, signal)
    if (!lease.isOurs) return { row: lease.row, before: lease.row }
    const row = await readInLease(lease, timeoutMs, signal)
    await endLease(lease, row)
    return { row, before: lease.row }
  } finally {
    turns.give()
  }
}

/** Updates under way in this process: who asks meanwhile joins. */
const updates = new SharedWork(update)

/**
 * Brings what is stored of a page up to date: fetches it, unless what is stored is still fresh, and stores what came of
 * it, a failure too. However many ask for one key at once, in however many processes, it is fetched once.
 *
 * @param key as `linkPreviewKey` makes it
 * @param signal says that who asks has gone: where nobody else in this process waits for the page, its fetch is broken off, and
 *   nothing is stored
 * @throws AppError `target-too-slow` where its turn did not come in time, of which nothing is stored; the signal's reason; DatabaseAway
 */
export function updateLinkPreview(key: string, signal?: AbortSignal): Promise<Update> {
  return updates.ask(key, signal)
}
