import 'server-only'
import { query } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { freshSecondsLeft, type LinkPreviewRow, rowOfFailure, rowOfSuccess } from './link-preview-row'
import { readLinkPreview } from './read-link-preview'

/** Updates under way in this process, by key: who asks meanwhile joins. */
const underWay = new Map<string, Promise<Update>>()

type Update = {
  row: LinkPreviewRow
  before: LinkPreviewRow | null
}

export function findLinkPreviewRow(key: string): Promise<LinkPreviewRow | null> {
  return query((client) => client.linkPreview.findUnique({ where: { url: key } }))
}

async function read(key: string, before: LinkPreviewRow | null): Promise<LinkPreviewRow> {
  try {
    const { preview, freshSeconds } = await readLinkPreview(new URL(key))
    return rowOfSuccess(key, preview, freshSeconds, new Date())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return rowOfFailure(key, before, error, new Date())
  }
}

async function update(key: string): Promise<Update> {
  // Another update may have ended since the caller looked.
  const before = await findLinkPreviewRow(key)
  if (before && freshSecondsLeft(before, new Date()) > 0) return { row: before, before }
  const row = await read(key, before)
  await query((client) => client.linkPreview.upsert({ where: { url: key }, create: row, update: row }))
  return { row, before }
}

/**
 * Brings what is stored of a page up to date: fetches it, unless what is stored is still fresh, and stores what came of
 * it, a failure too. However many ask for one key at once, it is fetched once.
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
