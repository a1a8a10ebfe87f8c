/**
 * What a page may load, run and send (Content Security Policy, level 3). Why each is as strict as it is, and no stricter:
 * docs/decisions/0021-content-security-policy.md.
 */

/** What policies depend on beside the page. */
export type PolicySite = {
  /** Origins that own pictures are served from, beside the blog's own. */
  pictureOrigins: readonly string[]
  /** Origins that the admin area sends pictures to. */
  uploadOrigins: readonly string[]
  /** Hosts whose players may stand in a post. */
  frameHosts: readonly string[]
  /** Whether the blog is reached by https. */
  isSecure: boolean
  /** Where browsers report violations of the policy; none if undefined. */
  reportUri?: string | undefined
}

/** The name of the reporting endpoint in `report-to` and `Reporting-Endpoints`. */
export const reportGroup = 'csp'

type Directives = Record<string, readonly string[]>

/** Returns the value of the `Content-Security-Policy` header, including where to report violations. */
export function toPolicy(directives: Directives, { isSecure, reportUri }: PolicySite): string {
  const all: Directives = {
    ...directives,
    ...(isSecure && { 'upgrade-insecure-requests': [] }),
    // Firefox and Safari read `report-uri`. Chromium prefers `report-to`, which works over HTTPS only.
    ...(reportUri !== undefined && { 'report-uri': [reportUri] }),
    ...(reportUri !== undefined && isSecure && { 'report-to': [reportGroup] }),
  }
  return Object.entries(all)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

const base = ({ pictureOrigins }: PolicySite): Directives => ({
  'default-src': ["'none'"],
  // A static page has inline scripts of its own that no hash list covers. No handler in an attribute runs, and no text becomes script.
  'script-src': ["'self'", "'unsafe-inline'"],
  'script-src-attr': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // The one that every page begins with (instrumentation-client.ts).
  'trusted-types': ['default'],
  'style-src': ["'self'"],
  // Sizes and colours that are reckoned stand in attributes.
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', ...pictureOrigins],
  'media-src': ["'self'", ...pictureOrigins],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
})

/** Of a public page. */
export const pagePolicy = (site: PolicySite): string => toPolicy(base(site), site)

/** Of a page that lists posts: their covers may be pictures of anywhere. */
export const listPolicy = (site: PolicySite): string =>
  toPolicy(
    { ...base(site), 'img-src': ["'self'", 'data:', 'https:', ...site.pictureOrigins] },
    site,
  )

/** Of a page that shows a post: its author may show pictures of anywhere, and players of named hosts. */
export const postPolicy = (site: PolicySite): string => toPolicy(postDirectives(site), site)

/** The same, for a page that allows more besides. */
export const postDirectives = (site: PolicySite): Directives => ({
  ...base(site),
  'img-src': ["'self'", 'data:', 'https:', ...site.pictureOrigins],
  'frame-src':
    site.frameHosts.length > 0 ? site.frameHosts.map((host) => `https://${host}`) : ["'none'"],
})

/** Of what is no page: data, feeds, and the small pages that answer a plain form with faults. */
export const answerPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
