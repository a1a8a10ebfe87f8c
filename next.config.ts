import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // How long a shared cache may go on with an old page while it asks for a new one, in seconds.
  expireTime: 3_600,
  // Another lock file in a folder above must not move the root of the build there.
  turbopack: { root: process.cwd() },
  outputFileTracingRoot: process.cwd(),
  // Only programs of their own load it (lib/drawing/draw-in-process.ts), where no tracing sees that it is needed.
  outputFileTracingIncludes: Object.fromEntries(
    ['/api/og-image', '/desk/images/upload', '/desk/images/upload/**'].map((route) => [
      route,
      ['sharp', '@img', 'detect-libc', 'semver'].map((name) => `./node_modules/${name}/**/*`),
    ]),
  ),
  // Server actions take no more than any other request body.
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
  // No page whose button acts stands in another site's frame, where a click could be led onto it unseen; nor does a page of
  // the desk keep a link's secret in a referrer, or stay in a search engine.
  headers: async () => [
    ...['/desk/:path*', '/invitations/:path*', '/comments/:path*', '/mail-links/:path*', '/privacy/:path*'].map((source) => ({
      source,
      headers: [
        { key: 'Content-Security-Policy', value: "frame-ancestors 'none'; form-action 'self'; base-uri 'none'; object-src 'none'" },
        { key: 'X-Frame-Options', value: 'DENY' },
      ],
    })),
    ...['/desk/:path*', '/invitations/:path*'].map((source) => ({
      source,
      headers: [
        { key: 'Referrer-Policy', value: 'same-origin' },
        { key: 'X-Robots-Tag', value: 'noindex' },
      ],
    })),
  ],
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  // `/comments.xml` is a route with a parameter for the same reason.
  rewrites: async () => [
    { source: '/', destination: '/page/1' },
    { source: '/comments.xml', destination: '/feeds/comments' },
  ],
  redirects: async () => [
    { source: '/page/1', destination: '/', permanent: true },
    { source: '/feeds/comments', destination: '/comments.xml', permanent: true },
  ],
}

export default config
