import {
  answerPolicy,
  listPolicy,
  type PolicySite,
  pagePolicy,
  postPolicy,
  reportGroup,
} from './content-policy'

/** Headers of all addresses that a pattern fits. Of several that fit, the last has the last word on each header. */
export type HeaderRule = {
  /** As Next writes it: words, `(one|other)`, and `/:path*` for whatever follows. */
  source: string
  headers: Record<string, string>
}

/** What a blog has no use for, so that no script has, whoever wrote it. */
const refusedFeatures = [
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
  ],
  ...[
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ],
]

/** Two years. Other names beneath the blog's are their owners' own matter. */
const strictTransport = 'max-age=63072000'

/** What other sites may load into their pages (Fetch standard, “Cross-Origin-Resource-Policy header”). */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** What each address says for security's sake, unless who answers there says otherwise. */
export function securityRules(site: PolicySite): HeaderRule[] {
  return [
    {
      // Next finds nothing before the first part of `/:path*`, and so not `/` itself.
      source: '/(.*)',
      headers: {
        'Content-Security-Policy': pagePolicy(site),
        'X-Content-Type-Options': 'nosniff',
        // For browsers that do not know `frame-ancestors`.
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
    { source: '/(page|tags)/:path*', headers: { 'Content-Security-Policy': listPolicy(site) } },
    { source: '/(posts|preview)/:path*', headers: { 'Content-Security-Policy': postPolicy(site) } },
    {
      source: '/(api|feeds|images)/:path*',
      headers: { ...shared, 'Content-Security-Policy': answerPolicy },
    },
    // Feeds, pictures of posts and of the blog, and what developers load from elsewhere.
    { source: '/(.*)\\.(atom|ico|js|json|md|png|svg|txt|webmanifest|xml)', headers: shared },
    { source: '/(.*)opengraph-image(.*)', headers: shared },
    // Addresses that hold a secret: where a link leads away from them, nobody is told whence.
    {
      source: '/(comments|admin|invitations|mail-links|preview|privacy)/:path*',
      headers: { 'Referrer-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin' },
    },
    { source: '/(admin|invitations|preview)/:path*', headers: { 'X-Robots-Tag': 'noindex' } },
  ]
}

/** Finds the headers of a path. */
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
