import type { BrowserContext } from '@playwright/test'

/**
 * Parses feeds with Chromium's XML parser, on an empty page, because the policy of the blog's pages
 * forbids parsing.
 */
export async function openFeedReader(context: BrowserContext) {
  const page = await context.newPage()
  return {
    /** Returns the XML parse error, or an empty string. */
    findError: (xml: string) =>
      page.evaluate(
        (text) =>
          new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')
            ?.textContent ?? '',
        xml,
      ),
    /** Returns the links of the items in an RSS feed. */
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
