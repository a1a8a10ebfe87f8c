import type { BrowserContext } from '@playwright/test'

/** A program that reads feeds: Chromium's own XML parser, on an empty page, since the blog's pages may parse nothing. */
export async function openFeedReader(context: BrowserContext) {
  const page = await context.newPage()
  return {
    /** What is wrong with the XML; empty where it is well-formed. */
    findFault: (xml: string) =>
      page.evaluate(
        (text) =>
          new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')
            ?.textContent ?? '',
        xml,
      ),
    /** Where the items of an RSS feed lead. */
    readLinks: (xml: string) =>
      page.evaluate(
        (text) =>
          [
            ...new DOMParser()
              .parseFromString(text, 'application/xml')
              .querySelectorAll('item > link'),
          ].map((link) => link.textContent ?? ''),
        xml,
      ),
  }
}
