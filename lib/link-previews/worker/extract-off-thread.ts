import { waitFor } from '@/lib/concurrency/wait-for'
import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'
import { PageNotRead, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'

/** A third-party page in the form in which threads exchange it. */
export type UntrustedPage = {
  bytes: Uint8Array
  href: string
  contentType: string
  fileName?: string
}

export type OfferedPageThread = {
  /** Starts the thread while a page is being fetched. */
  prepare: () => void
  read: (page: UntrustedPage, signal: AbortSignal) => Promise<Extraction>
}

/**
 * Holds the thread that reads pages, if there is one. A global, because the server, which has the
 * thread, and the handlers are bundled separately.
 */
export const shared = globalThis as typeof globalThis & {
  afterwordPageThread?: OfferedPageThread | undefined
}

/**
 * Runs `extractPage` in the worker thread of the custom server (page-thread.ts), or here if there
 * is none, as on Vercel.
 * @throws AppError `target-unreachable` if the page crashed the thread; PageNotRead after
 * `timeoutMs`
 */
export async function extractOffThread(
  page: UntrustedPage,
  timeoutMs: number,
): Promise<Extraction> {
  const thread = shared.afterwordPageThread
  if (!thread) {
    // Loaded only here: elsewhere, only the thread needs the parsers.
    const { extractPage } = await import('@/lib/link-previews/extract/extract-link-preview')
    return extractPage(page.bytes, new URL(page.href), page.contentType, page.fileName)
  }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await waitFor(thread.read(page, signal), signal)
  } catch (error) {
    throw signal.aborted ? new PageNotRead() : targetUnreachable(error)
  }
}
