import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'

/** A third-party page in the form in which threads exchange it. */
export type UntrustedPage = {
  bytes: Uint8Array
  href: string
  contentType: string
  fileName?: string
}

/**
 * The result of reading a page. On failure, the thread ended or was stuck. `amongOthers` means that
 * it had several pages, so the cause is unknown. Failures are values rather than errors, because
 * the server and the handlers are bundled separately and do not share classes.
 */
export type Reading =
  | { extraction: Extraction }
  | { failed: 'ended' | 'stuck'; amongOthers: boolean }

export type OfferedPageThread = {
  /** Starts the thread while a page is being fetched. */
  prepare: () => void
  read: (page: UntrustedPage, signal: AbortSignal) => Promise<Reading>
}

/**
 * Shared through a global, because the custom server, which has the thread, and the handlers are
 * bundled separately.
 */
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
