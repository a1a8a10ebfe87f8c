import { type Extraction, extractInSteps } from './extract-link-preview'
import { runInTurns } from './take-turns'

/** A stranger's page, in the form in which one thread tells another of it. */
export type StrangersPage = { bytes: Uint8Array; href: string; contentType: string }

type PageThread = (page: StrangersPage) => Promise<Extraction>

/** The entry and the handlers are bundled apart. */
const shared = globalThis as typeof globalThis & { afterwordPageThread?: PageThread }

/** From now on pages are read there. */
export function readPagesBy(thread: PageThread): void {
  shared.afterwordPageThread = thread
}

/**
 * `extractLinkPreview` without holding up others: by the thread that our own entry has for it (page-thread.ts), else, as on
 * Vercel, in turns.
 * @throws AppError `target-unreachable`, `target-too-slow` where that thread came to grief over it
 */
export function extractApart(page: StrangersPage): Promise<Extraction> {
  const { bytes, href, contentType } = page
  return shared.afterwordPageThread?.(page) ?? runInTurns(extractInSteps(bytes, new URL(href), contentType))
}
