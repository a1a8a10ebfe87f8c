import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@/lib/errors'
import { type LinkPreviewRow, rowOfFailure, rowOfSuccess, rowOfUnchanged, validatorsOf } from './link-preview-row'
import { readLinkPreview } from './read-link-preview'
import { endLease, type Lease, takeLease } from './take-lease'

/** Updates under way in this process, by key: who asks meanwhile joins. */
const underWay = new Map<string, Promise<Update>>()

/** How often a process looks whether another one has what both were asked for. */
const pollMs = 100

type Update = {
  row: LinkPreviewRow
  before: LinkPreviewRow
}

async function read(before: LinkPreviewRow): Promise<LinkPreviewRow> {
  try {
    const found = await readLinkPreview(new URL(before.url), validatorsOf(before, new Date()))
    return found.preview ? rowOfSuccess(before, found, new Date()) : rowOfUnchanged(before, found.freshSeconds, new Date())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return rowOfFailure(before, error, new Date())
  }
}

/** The lease, or the row once nobody has it to himself: who held the lease meanwhile has fetched for all. */
async function takeTurn(key: string): Promise<Lease> {
  for (;;) {
    const lease = await takeLease(key)
    if (lease.isOurs || lease.row.leaseUntil === null) return lease
    await sleep(pollMs)
  }
}

async function update(key: string): Promise<Update> {
  const lease = await takeTurn(key)
  if (!lease.isOurs) return { row: lease.row, before: lease.row }
  const row = await read(lease.row)
  await endLease(lease, row)
  return { row, before: lease.row }
}

/**
 * Brings what is stored of a page up to date: fetches it, unless what is stored is still fresh, and stores what came of
 * it, a failure too. However many ask for one key at once, in however many processes, it is fetched once.
 *
 * @param key as `linkPreviewKey` makes it
 * @throws DatabaseAway
 */
export function updateLinkPreview(key: string): Promise<Update> {
  const current = underWay.get(key)
  if (current) return current
  const started = update(key).finally(() => underWay.delete(key))
  underWay.set(key, started)
  return started
}
