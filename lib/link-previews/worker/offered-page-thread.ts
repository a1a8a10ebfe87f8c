import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'

/** A stranger's page, in the form in which one thread tells another of it. */
export type StrangersPage = {
  bytes: Uint8Array
  href: string
  contentType: string
  fileName?: string
}

/**
 * What came of a page: the thread ended over it, or was stuck. Where it had other pages too, nobody knows whose fault it was.
 * (No error: one of the entry's classes is none that a handler knows, since they are bundled apart.)
 */
export type Reading =
  | { extraction: Extraction }
  | { failed: 'ended' | 'stuck'; amongOthers: boolean }

export type OfferedPageThread = {
  /** A page is being fetched: it will be wanted. */
  prepare: () => void
  read: (page: StrangersPage, signal: AbortSignal) => Promise<Reading>
}

/** The entry, which has a thread for them, and the handlers, which have pages, are bundled apart. */
const shared = globalThis as typeof globalThis & { afterwordPageThread?: OfferedPageThread }

/** From now on pages are read there. @returns takes the offer back */
export function offerPageThread(thread: OfferedPageThread): () => void {
  shared.afterwordPageThread = thread
  return () => {
    delete shared.afterwordPageThread
  }
}

/** Undefined where nobody has offered one. */
export const offeredPageThread = (): OfferedPageThread | undefined => shared.afterwordPageThread
