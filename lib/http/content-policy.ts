/**
 * What a page may load, run and send (Content Security Policy, level 3). Why each is as strict as it is, and no stricter:
 * docs/decisions/0021-what-the-policy-allows.md.
 */

/** What policies depend on beside the page. */
export type PolicySite = {
  /** Origins that own pictures are served from, beside the blog's own. */
  pictureOrigins: readonly string[]
  /** Origins that the desk sends pictures to. */
  uploadOrigins: readonly string[]
  /** Hosts whose players may stand in a post. */
  frameHosts: readonly string[]
  /** Whether the blog is reached by https. */
  isSecure: boolean
}

export const reportsPath = '/api/csp-reports'
/** What `report-to` calls the address in `Reporting-Endpoints`. */
export const reportsName = 'csp'

type Directives = Record<string, readonly string[]>

function policy(directives: Directives, { isSecure }: PolicySite): string {
  const all: Directives = {
    ...directives,
    ...(isSecure && { 'upgrade-insecure-requests': [] }),
    'report-to': [reportsName],
    // For browsers that do not know the one before.
    'report-uri': [reportsPath],
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
  'trusted-types': ["'none'"],
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
export const pagePolicy = (site: PolicySite): string => policy(base(site), site)

/** Of a page that shows a post: its author may show pictures of anywhere, and players of named hosts. */
export const postPolicy = (site: PolicySite): string => policy({ ...base(site), ...ofPosts(site) }, site)

/**
 * Of a page of the desk, which is made for each request: only scripts that carry its nonce run, and those they load.
 * @param nonce unguessable, and another one for each answer
 */
export function deskPolicy(nonce: string, site: PolicySite): string {
  const directives: Directives = {
    ...base(site),
    ...ofPosts(site),
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // By which scripts of the blog’s own load others (components/desk/trusted-scripts.tsx).
    'trusted-types': ['default'],
    // The editor writes its own sheet.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...site.pictureOrigins],
    // A picture goes straight to its store.
    'connect-src': ["'self'", ...site.uploadOrigins],
  }
  return policy(directives, site)
}

const ofPosts = ({ pictureOrigins, frameHosts }: PolicySite): Directives => ({
  'img-src': ["'self'", 'data:', 'https:', ...pictureOrigins],
  'frame-src': frameHosts.length > 0 ? frameHosts.map((host) => `https://${host}`) : ["'none'"],
})

/** Of what is no page: data, feeds, and the small pages that answer a plain form with faults. */
export const answerPolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
