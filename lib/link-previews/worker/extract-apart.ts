import { waitFor } from '@/lib/concurrency/wait-for'
import { type Extraction, extractInSteps } from '@/lib/link-previews/extract/extract-link-preview'
import {
  PageNotRead,
  targetTooSlow,
  targetUnreachable,
} from '@/lib/link-previews/fetch/target-errors'
import { offeredPageThread, type StrangersPage } from './offered-page-thread'
import { runInTurns } from './take-turns'

/**
 * `extractLinkPreview` without holding up others: by the thread that our own entry has for it (page-thread.ts), else, as on
 * Vercel, in turns.
 *
 * @param signal ends the reading, and the wait for it
 * @throws AppError `target-unreachable`, `target-too-slow` where that thread came to grief over it; PageNotRead where it did
 *   over this page or another; the signal's reason
 */
export async function extractApart(page: StrangersPage, signal: AbortSignal): Promise<Extraction> {
  const { bytes, href, contentType, fileName } = page
  const thread = offeredPageThread()
  if (!thread)
    return waitFor(
      runInTurns(extractInSteps(bytes, new URL(href), contentType, fileName), signal),
      signal,
    )
  const reading = await waitFor(thread.read(page, signal), signal)
  if ('extraction' in reading) return reading.extraction
  if (reading.amongOthers) throw new PageNotRead()
  throw reading.failed === 'stuck' ? targetTooSlow() : targetUnreachable()
}
