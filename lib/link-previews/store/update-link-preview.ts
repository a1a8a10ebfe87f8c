import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { SingleFlight } from '@/lib/concurrency/single-flight'
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

/** The interval at which a process checks whether another one has finished the same fetch. */
const pollMs = 100

type Update = { row: LinkPreviewRow; before: LinkPreviewRow }

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

/** The minimum time left for a fetch. Less means that another process held the lease for long. */
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

async function update(key: string, signal: AbortSignal): Promise<Update> {
  const end = performance.now() + fetchTimeoutMs
  const lease = await waitForLease(key, end, signal)
  if (!lease.isOurs) return { row: lease.row, before: lease.row }
  const row = await readInLease(lease, end, signal)
  await endLease(lease, row)
  await pruneLinkPreviews()
  return { row, before: lease.row }
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
 * @throws PageNotRead; the signal's reason; DatabaseUnavailable
 */
export function updateLinkPreview(key: string, signal?: AbortSignal): Promise<Update> {
  return updates.ask(key, signal)
}
