import type { Env } from '@/lib/env'

/**
 * Content Security Policies (level 3) of all pages. The reasons for each directive are in
 * docs/decisions/0021-content-security-policy.md.
 */

/** The site settings that the policies depend on. */
export type PolicySite = {
  /** Origins that serve the blog's images, besides its own. */
  pictureOrigins: readonly string[]
  /** Origins to which the admin area uploads images. */
  uploadOrigins: readonly string[]
  /** Hosts whose players posts may embed. */
  frameHosts: readonly string[]
  /** The site uses HTTPS. */
  isSecure: boolean
  /** The URL to which browsers report violations; they report none if it is undefined. */
  reportUri?: string | undefined
}

/** The name of the reporting endpoint in `report-to` and `Reporting-Endpoints`. */
export const reportGroup = 'csp'

type Directives = Record<string, readonly string[]>

/** Returns the `Content-Security-Policy` header, including where to report violations. */
function toPolicy(directives: Directives, { isSecure, reportUri }: PolicySite): string {
  const all: Directives = {
    ...directives,
    ...(isSecure && { 'upgrade-insecure-requests': [] }),
    // Firefox and Safari read `report-uri`. Chromium prefers `report-to`, which works over HTTPS
    // only.
    ...(reportUri !== undefined && { 'report-uri': [reportUri] }),
    ...(reportUri !== undefined && isSecure && { 'report-to': [reportGroup] }),
  }
  return Object.entries(all)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

const base = ({ pictureOrigins }: PolicySite): Directives => ({
  'default-src': ["'none'"],
  // Static pages contain inline scripts of Next.js that no list of hashes covers. Event-handler
  // attributes and conversions of strings to scripts stay blocked.
  'script-src': ["'self'", "'unsafe-inline'"],
  'script-src-attr': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // Every page creates this policy (instrumentation-client.ts).
  'trusted-types': ['default'],
  'style-src': ["'self'"],
  // Computed sizes and colours are set in style attributes.
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

/** Returns the policy of a public page. */
export const pagePolicy = (site: PolicySite): string => toPolicy(base(site), site)

const listDirectives = (site: PolicySite): Directives => ({
  ...base(site),
  'img-src': ["'self'", 'data:', 'https:', ...site.pictureOrigins],
})

/** Returns the policy of a page that lists posts, whose covers may come from any host. */
export const listPolicy = (site: PolicySite): string => toPolicy(listDirectives(site), site)

const postDirectives = (site: PolicySite): Directives => ({
  ...listDirectives(site),
  'frame-src':
    site.frameHosts.length > 0 ? site.frameHosts.map((host) => `https://${host}`) : ["'none'"],
})

/** Returns the policy of a post page: images from any host, and players of listed hosts. */
export const postPolicy = (site: PolicySite): string => toPolicy(postDirectives(site), site)

/**
 * Returns the policy of a page of the admin area, which is rendered per request. Only scripts with
 * its nonce run, and scripts that those load.
 * @param nonce unguessable, and different for each response
 */
export function adminPolicy(nonce: string, site: PolicySite): string {
  const directives = {
    ...postDirectives(site),
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // The editor inserts its own style sheet.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...site.pictureOrigins],
    // Browsers upload images directly to the object store.
    'connect-src': ["'self'", ...site.uploadOrigins],
  }
  return toPolicy(directives, site)
}

/** The policy of everything that is not a page: data, feeds and error pages of plain forms. */
export const responsePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'"

/** Derives the settings from the environment. In next.config.ts, `@/` does not resolve here. */
export function policySite(
  { SITE_URL, S3_PUBLIC_URL, S3_ENDPOINT, IFRAME_HOSTS, CSP_REPORT_URI }: Env,
  knownHosts: readonly string[],
): PolicySite {
  return {
    pictureOrigins: S3_PUBLIC_URL === undefined ? [] : [new URL(S3_PUBLIC_URL).origin],
    uploadOrigins: S3_ENDPOINT === undefined ? [] : [new URL(S3_ENDPOINT).origin],
    frameHosts: [...new Set([...knownHosts, ...IFRAME_HOSTS])],
    isSecure: SITE_URL?.startsWith('https:') ?? false,
    reportUri: CSP_REPORT_URI,
  }
}
