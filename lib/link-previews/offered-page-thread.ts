import type { Extraction } from './extract-link-preview'

/** A stranger's page, in the form in which one thread tells another of it. */
export type StrangersPage = { bytes: Uint8Array; href: string; contentType: string }

type PageThread = (page: StrangersPage) => Promise<Extraction>

/** The entry, which has a thread for them, and the handlers, which have pages, are bundled apart. */
const shared = globalThis as typeof globalThis & { afterwordPageThread?: PageThread }

/** From now on pages are read there. */
export function offerPageThread(read: PageThread): void {
  shared.afterwordPageThread = read
}

/** Undefined where nobody has offered one. */
export const offeredPageThread = (): PageThread | undefined => shared.afterwordPageThread
