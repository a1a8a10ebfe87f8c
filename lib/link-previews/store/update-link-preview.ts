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

/**
 * Limits concurrent updates to twice the number of concurrent fetches. An update that gets no slot
 * in time fails without using the database.
 */
const updateSlots = new Semaphore(64)

/** The interval at which a process checks whether another one has finished the same fetch. */
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
 * Returns the lease, or the row once no other process holds the lease: its holder has then fetched
 * the page for all.
 * @param end the end of the time limit. A fetch that began earlier ends soon after it, unless its
 *   process crashed.
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

/** A slot that comes later would leave too little time for the fetch itself. */
const slotTimeoutMs = 4_000

/** Waits for a slot. */
async function waitForSlot(signal: AbortSignal): Promise<void> {
  try {
    await updateSlots.take(AbortSignal.any([signal, AbortSignal.timeout(slotTimeoutMs)]))
  } catch {
    signal.throwIfAborted()
    // Many requests can time out in the same moment, so yield to the event loop between them.
    await nextTurn()
    throw new PageNotRead()
  }
}

/**
 * The minimum time left for a fetch. A slot and a lease leave more; less means that another process
 * held the lease and did not finish.
 */
const fetchTimeoutMsMin = 500

/** @param end the end of the time limit, which includes the waits */
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
    // Nothing was learned about the page, so another process may start at once.
    await endLease(lease, lease.row)
    throw error
  }
}

async function updateInTurn(key: string, signal: AbortSignal): Promise<Update> {
  const end = performance.now() + fetchTimeoutMs
  await waitForSlot(signal)
  try {
    const lease = await waitForLease(key, end, signal)
    if (!lease.isOurs) return { row: lease.row, before: lease.row }
    const row = await readInLease(lease, end, signal)
    await endLease(lease, row)
    return { row, before: lease.row }
  } finally {
    updateSlots.give()
  }
}

async function update(key: string, signal: AbortSignal): Promise<Update> {
  const updated = await updateInTurn(key, signal)
  // Runs after the slot is free, so that other updates can start.
  await pruneLinkPreviews()
  return updated
}

/** Updates in progress in this process, which concurrent callers share. */
const updates = new SingleFlight(update)

/**
 * Updates the stored preview of a page. Fetches it unless the stored row is still fresh, and stores
 * the result, including a failure. Concurrent calls for one key, in any number of processes, share
 * one fetch.
 *
 * @param key as `linkPreviewKey` returns it
 * @param signal aborted when the caller has gone. If nobody else in this process waits for the
 *   page, its fetch is cancelled and nothing is stored.
 * @throws AppError `target-too-slow` if no slot was free in time, which is not stored; the signal's
 *   reason; DatabaseUnavailable
 */
export function updateLinkPreview(key: string, signal?: AbortSignal): Promise<Update> {
  return updates.ask(key, signal)
}
