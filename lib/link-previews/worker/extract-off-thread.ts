import { waitFor } from '@/lib/concurrency/wait-for'
import { type Extraction, extractInSteps } from '@/lib/link-previews/extract/extract-link-preview'
import {
  PageNotRead,
  targetTooSlow,
  targetUnreachable,
} from '@/lib/link-previews/fetch/target-errors'
import { offeredPageThread, type UntrustedPage } from './offered-page-thread'
import { runInTurns } from './take-turns'

/**
 * Runs `extractLinkPreview` without blocking other requests: in the worker thread of the custom
 * server (page-thread.ts), or in steps where there is none, such as on Vercel.
 *
 * @param signal aborts the extraction and the wait for it
 * @throws AppError `target-unreachable` or `target-too-slow` if the thread failed on this page;
 *   PageNotRead if it failed on this page or another; the signal's reason
 */
export async function extractOffThread(
  page: UntrustedPage,
  signal: AbortSignal,
): Promise<Extraction> {
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
