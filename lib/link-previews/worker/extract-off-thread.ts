import { waitFor } from '@/lib/concurrency/wait-for'
import { type Extraction, extractPage } from '@/lib/link-previews/extract/extract-link-preview'
import { targetTooSlow, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'

/** A third-party page in the form in which threads exchange it. */
export type UntrustedPage = {
  bytes: Uint8Array
  href: string
  contentType: string
  fileName?: string
}

/**
 * The result of reading a page. On failure, the page ended the thread or took too long. Failures
 * are values rather than errors, because the server and the handlers are bundled separately and do
 * not share classes.
 */
export type Reading = { extraction: Extraction } | { failed: 'ended' | 'stuck' }

export type OfferedPageThread = {
  /** Starts the thread while a page is being fetched. */
  prepare: () => void
  read: (page: UntrustedPage, signal: AbortSignal) => Promise<Reading>
}

/** A global, because the server, which has the thread, and the handlers are bundled separately. */
const shared = globalThis as typeof globalThis & { afterwordPageThread?: OfferedPageThread }

/** Registers the thread that reads pages from now on. @returns a function that withdraws it */
export function offerPageThread(thread: OfferedPageThread): () => void {
  shared.afterwordPageThread = thread
  return () => {
    delete shared.afterwordPageThread
  }
}

/** Returns the registered thread, if there is one. */
export const offeredPageThread = (): OfferedPageThread | undefined => shared.afterwordPageThread

/**
 * Runs `extractPage` in the worker thread of the custom server (page-thread.ts), or here if there
 * is none, as on Vercel.
 *
 * @param signal aborts the wait for the thread
 * @throws AppError `target-unreachable` or `target-too-slow` if the thread failed on this page; the
 *   signal's reason
 */
export async function extractOffThread(
  page: UntrustedPage,
  signal: AbortSignal,
): Promise<Extraction> {
  const thread = offeredPageThread()
  if (!thread) return extractPage(page.bytes, new URL(page.href), page.contentType, page.fileName)
  const reading = await waitFor(thread.read(page, signal), signal)
  if ('extraction' in reading) return reading.extraction
  throw reading.failed === 'stuck' ? targetTooSlow() : targetUnreachable()
}
