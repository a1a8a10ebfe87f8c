import { type Extraction, extractInSteps } from './extract-link-preview'
import { offeredPageThread, type StrangersPage } from './offered-page-thread'
import { runInTurns } from './take-turns'

/**
 * `extractLinkPreview` without holding up others: by the thread that our own entry has for it (page-thread.ts), else, as on
 * Vercel, in turns.
 * @throws AppError `target-unreachable`, `target-too-slow` where that thread came to grief over it
 */
export function extractApart(page: StrangersPage): Promise<Extraction> {
  const { bytes, href, contentType } = page
  return offeredPageThread()?.(page) ?? runInTurns(extractInSteps(bytes, new URL(href), contentType))
}
