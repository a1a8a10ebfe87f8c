import {
  listPolicy,
  type PolicySite,
  pagePolicy,
  postPolicy,
  reportGroup,
  responsePolicy,
} from './content-policy'

/** Headers for all paths that match a pattern. The last matching rule wins. */
export type HeaderRule = {
  /** A pattern in Next.js's syntax: words, `(one|other)`, and `/:path*` for the rest. */
  source: string
  headers: Record<string, string>
}

/** Browser features that a blog does not use, disabled for all scripts. */
const refusedFeatures = (
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer ' +
  'microphone midi payment publickey-credentials-get screen-wake-lock serial usb ' +
  'xr-spatial-tracking'
).split(' ')

/** Two years, without subdomains, which may belong to others. */
const strictTransport = 'max-age=63072000'

/** Lets other sites load a resource (Fetch standard, “Cross-Origin-Resource-Policy header”). */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/**
 * Returns the security headers of each path. A handler may override them.
 * @param ownSegments the first segments of paths that are not those of the owner’s pages
 */
export function securityRules(site: PolicySite, ownSegments: readonly string[]): HeaderRule[] {
  return [
    {
      // `/:path*` alone does not match `/` in Next.js.
      source: '/(.*)',
      headers: {
        'Content-Security-Policy': pagePolicy(site),
        'X-Content-Type-Options': 'nosniff',
        // For browsers without `frame-ancestors`.
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': refusedFeatures.map((name) => `${name}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...(site.isSecure && { 'Strict-Transport-Security': strictTransport }),
        ...(site.isSecure &&
          site.reportUri !== undefined && {
            'Reporting-Endpoints': `${reportGroup}="${site.reportUri}"`,
          }),
      },
    },
    { source: '/', headers: { 'Content-Security-Policy': listPolicy(site) } },
    // The owner’s pages, which are like posts.
    {
      source: `/((?!(?:${ownSegments.join('|')})$)[^/.]+)`,
      headers: { 'Content-Security-Policy': postPolicy(site) },
    },
    { source: '/(page|tags)/:path*', headers: { 'Content-Security-Policy': listPolicy(site) } },
    { source: '/(posts|preview)/:path*', headers: { 'Content-Security-Policy': postPolicy(site) } },
    {
      source: '/(api|feeds|images)/:path*',
      headers: { ...shared, 'Content-Security-Policy': responsePolicy },
    },
    // Feeds, images, and files that developers load from other sites.
    { source: '/(.*)\\.(atom|ico|js|json|md|png|svg|txt|webmanifest|xml)', headers: shared },
    { source: '/(.*)opengraph-image(.*)', headers: shared },
    // The embed: modules are requested with CORS (HTML standard, “fetch a single module script”).
    {
      source: '/(afterword\\.js|embed/.*)',
      headers: { ...shared, 'Access-Control-Allow-Origin': '*' },
    },
    // URLs that contain a secret: do not send them as a referrer to other sites.
    {
      source: '/(comments|admin|invitations|mail-links|preview|privacy)/:path*',
      headers: { 'Referrer-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin' },
    },
    { source: '/(admin|invitations|preview)/:path*', headers: { 'X-Robots-Tag': 'noindex' } },
  ]
}

/** Creates a function that returns the headers of a path. */
export function headerFinder(
  rules: readonly HeaderRule[],
): (path: string) => Record<string, string> {
  const compiled = rules.map(({ source, headers }) => ({
    // recheck-ignore: built from the constant paths above, each with one repeat at its end.
    pattern: new RegExp(`^${source.replace('/:path*', '(?:/.*)?')}$`),
    headers,
  }))
  return (path) =>
    Object.assign(
      {},
      ...compiled.filter(({ pattern }) => pattern.test(path)).map(({ headers }) => headers),
    )
}
