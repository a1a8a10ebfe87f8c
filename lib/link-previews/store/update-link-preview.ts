import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { SingleFlight } from '@/lib/concurrency/single-flight'
import { nextTurn } from '@/lib/concurrency/turn-queue'
import { AppError } from '@/lib/errors'
import { PageNotRead } from '@/lib/link-previews/fetch/target-errors'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import {
  type LinkPreviewRow,
  rowOfFailure,
  rowOfSuccess,
  rowOfUnchanged,
  validatorsOf,
} from './link-preview-row'
import { readLinkPreview } from './read-link-preview'
import { endLease, type Lease, takeLease } from './take-lease'
import { pruneLinkPreviews } from './use-link-preview'

const { fetchTimeoutMs, readTimeoutMs } = linkPreviewLimits

/** Twice as many as are fetched at once. Who has no turn in time is told so, and costs the database nothing. */
const turns = new Semaphore(64)

/** How often a process looks whether another one has what both were asked for. */
const pollMs = 100

type Update = {
  row: LinkPreviewRow
  before: LinkPreviewRow
}

async function read(
  before: LinkPreviewRow,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<LinkPreviewRow> {
  try {
    const found = await readLinkPreview(new URL(before.url), {
      validators: validatorsOf(before, new Date()),
      timeoutMs,
      signal,
    })
    return found.preview
      ? rowOfSuccess(before, found, new Date())
      : rowOfUnchanged(before, found.freshSeconds, new Date())
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof PageNotRead) throw error
    return rowOfFailure(before, error, new Date())
  }
}

/**
 * The lease, or the row once nobody has it to himself: who held the lease meanwhile has fetched for all.
 * @param end of the time of a fetch: who began one before us is over with it soon after, unless its process died
 */
async function waitForLease(key: string, end: number, signal: AbortSignal): Promise<Lease> {
  for (;;) {
    signal.throwIfAborted()
    const lease = await takeLease(key)
    if (lease.isOurs || lease.row.leaseUntil === null) return lease
    if (performance.now() > end + readTimeoutMs) throw new PageNotRead()
    await sleep(pollMs)
  }
}

/** A turn that comes later leaves too little for the fetch itself. */
const turnTimeoutMs = 4_000

/** Waits for one of the turns. */
async function waitForTurn(signal: AbortSignal): Promise<void> {
  try {
    await turns.take(AbortSignal.any([signal, AbortSignal.timeout(turnTimeoutMs)]))
  } catch {
    signal.throwIfAborted()
    // A crowd that came in one moment gives up in one.
    await nextTurn()
    throw new PageNotRead()
  }
}

/** Less than a turn leaves, by what a lease takes: one that took longer was another's, who did not come to an end with it. */
const fetchTimeoutMsMin = 500

/** @param end of the time of a fetch, in which the waits count */
async function readInLease(
  lease: Lease,
  end: number,
  signal: AbortSignal,
): Promise<LinkPreviewRow> {
  const leftMs = Math.floor(end - performance.now())
  try {
    if (leftMs < fetchTimeoutMsMin) throw new PageNotRead()
    return await read(lease.row, leftMs, signal)
  } catch (error) {
    // Nothing was learnt of the page: another may begin at once.
    await endLease(lease, lease.row)
    throw error
  }
}

async function updateInTurn(key: string, signal: AbortSignal): Promise<Update> {
  const end = performance.now() + fetchTimeoutMs
  await waitForTurn(signal)
  try {
    const lease = await waitForLease(key, end, signal)
    if (!lease.isOurs) return { row: lease.row, before: lease.row }
    const row = await readInLease(lease, end, signal)
    await endLease(lease, row)
    return { row, before: lease.row }
  } finally {
    turns.give()
  }
}

async function update(key: string, signal: AbortSignal): Promise<Update> {
  const updated = await updateInTurn(key, signal)
  // Without a turn, so that others can fetch meanwhile.
  await pruneLinkPreviews()
  return updated
}

/** Updates under way in this process: who asks meanwhile joins. */
const updates = new SingleFlight(update)

/**
 * Brings what is stored of a page up to date: fetches it, unless what is stored is still fresh, and stores what came of
 * it, a failure too. However many ask for one key at once, in however many processes, it is fetched once.
 *
 * @param key as `linkPreviewKey` makes it
 * @param signal says that who asks has gone: where nobody else in this process waits for the page, its fetch is broken off, and
 *   nothing is stored
 * @throws AppError `target-too-slow` where its turn did not come in time, of which nothing is stored; the signal's reason; DatabaseUnavailable
 */
export function updateLinkPreview(key: string, signal?: AbortSignal): Promise<Update> {
  return updates.ask(key, signal)
}
