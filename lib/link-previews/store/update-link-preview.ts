import 'server-only'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import type { LinkPreview as LinkPreviewRow } from '@/lib/generated/prisma/client'
import { PageNotRead } from '@/lib/link-previews/fetch/target-errors'
import { failureSecondsOf } from './freshness'
import { readLinkPreview } from './read-link-preview'
import { pruneLinkPreviews } from './use-link-preview'

type Update = { row: LinkPreviewRow; before: LinkPreviewRow | null }

/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** Fetches a page and returns the columns that change. After a failure, the old preview stays. */
async function read(key: string, failuresBefore: number) {
  try {
    const { preview, freshSeconds } = await readLinkPreview(new URL(key))
    return {
      title: storable(preview.title),
      description: storable(preview.description),
      image: storable(preview.image),
      siteName: storable(preview.siteName),
      finalUrl: storable(preview.url),
      favicon: storable(preview.favicon),
      fetchedAt: new Date(),
      freshUntil: inSeconds(freshSeconds),
      failureCode: null,
      failureDetail: null,
      failures: 0,
      usedAt: new Date(),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof PageNotRead) throw error
    // The delay no longer grows beyond a hundred failures, and the column is limited.
    const failures = Math.min(failuresBefore + 1, 100)
    return {
      freshUntil: inSeconds(failureSecondsOf(failures)),
      failureCode: error.code,
      failureDetail: storable(error.detail),
      failures,
      usedAt: new Date(),
    }
  }
}

async function update(key: string, isForced: boolean): Promise<Update> {
  const before = await query((client) => client.linkPreview.findUnique({ where: { url: key } }))
  if (before && !isForced && before.freshUntil > new Date()) return { row: before, before }
  const data = await read(key, before?.failures ?? 0)
  const row = await query((client) =>
    client.linkPreview.upsert({
      where: { url: key },
      create: { url: key, ...data },
      update: data,
    }),
  )
  await pruneLinkPreviews()
  return { row, before }
}

/** Updates in progress in this process, which concurrent callers share. */
const updates = new Map<string, Promise<Update>>()

/**
 * Fetches a page unless its stored row is still fresh, and stores the result, including a failure.
 *
 * @param key as `linkPreviewKey` returns it
 * @param isForced fetches the page even if the row is fresh
 * @throws PageNotRead; DatabaseUnavailable
 */
export function updateLinkPreview(key: string, isForced = false): Promise<Update> {
  const current = updates.get(key) ?? update(key, isForced).finally(() => updates.delete(key))
  updates.set(key, current)
  return current
}
