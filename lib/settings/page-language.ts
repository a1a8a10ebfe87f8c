import 'server-only'
import { cache } from 'react'
import { loadTexts } from '@/lib/i18n/languages'
import { setPageTexts, type Texts } from '@/lib/i18n/translator'
import { getBlog } from './get-blog'

type ReadLanguage = () => Promise<string | null>

/** Functions that read the languages of the rendered page. React keeps one object per render. */
const pageStore = cache((): { staff?: ReadLanguage; site?: ReadLanguage } => ({}))

/**
 * Sets how to read the language of a page of the admin area; null means the blog's language. Call
 * it before the first `await` of a layout: next-intl reads the language of a page once, and Next.js
 * renders other parts of the page in the meantime.
 */
export function setStaffLanguage(read: ReadLanguage): void {
  pageStore().staff = read
}

/** Sets how to read the language of a thread of another site. Call it at the same time. */
export function setSiteLanguage(read: ReadLanguage): void {
  pageStore().site = read
}

/** Returns null on an error, which the page then reports in the language of the blog. */
const readOrNull = (
  read: ReadLanguage | undefined,
): Promise<string | null | undefined> | undefined => read?.().catch(() => null)

/**
 * Returns the language of comments as a BCP 47 tag: of the site whose thread is shown, or of the
 * blog. Calls within a render share one promise, so that a component can `use` it.
 */
export const contentLanguage: () => Promise<string> = cache(
  async () => (await readOrNull(pageStore().site)) ?? (await getBlog()).language,
)

/**
 * Returns the language in which the page should be: the staff member’s in the admin area, otherwise
 * that of its content. The language may have no messages; dates and numbers still use it.
 */
export const pageLanguage: () => Promise<string> = cache(
  async () => (await readOrNull(pageStore().staff)) ?? (await contentLanguage()),
)

/**
 * Loads the messages of the page, once per render. Await it before `translator` is used in a page.
 */
export const pageTexts: () => Promise<Texts> = cache(async () => {
  const texts = await loadTexts(await pageLanguage())
  setPageTexts(texts)
  return texts
})

/**
 * Returns the `lang` attribute of content within the page; undefined if the page’s messages are in
 * the same language.
 */
export const markedLanguage: (language: string) => Promise<string | undefined> = cache(
  async (language) => ((await pageTexts()).locale === language ? undefined : language),
)
