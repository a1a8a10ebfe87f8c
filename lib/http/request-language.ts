import 'server-only'
import { acceptedLanguage, runInLanguage } from '@/lib/i18n/languages'
import { isFromOtherSite } from '@/lib/security/refuse-cross-site'
import { knownBlogLanguage } from '@/lib/settings/get-blog'
import { inRequestContext } from '@/lib/telemetry/request-context'

/** Returns true for a request that a browser sends from a page of this blog. */
export function isOwnPage(headers: Headers): boolean {
  // Browsers send no `Origin` with a GET request to the same origin.
  const isBrowser = headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin'
  return isBrowser && !isFromOtherSite(headers)
}

/**
 * Runs the handler of a request in the language of the page that sent it, which is the blog’s. For
 * other clients, uses the language that they accept, or English. Shared caches must not store the
 * response unless it contains no interface text.
 */
export function inRequestLanguage<Result>(
  headers: Headers,
  work: () => Promise<Result>,
): Promise<Result> {
  return inRequestContext(headers, async () => {
    const language = isOwnPage(headers)
      ? await knownBlogLanguage()
      : acceptedLanguage(headers.get('accept-language') ?? '')
    return runInLanguage(language ?? 'en', work)
  })
}
