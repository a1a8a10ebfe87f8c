import type { NextConfig } from 'next'
import { env } from '@/lib/env'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'
import { policySite } from '@/lib/security/policy-site'
import { securityRules } from '@/lib/security/security-headers'

// Next tells its makers of every build and start unless it is told not to. `NEXT_TELEMETRY_DISABLED=` (empty) lets it.
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Images are drawn when they are uploaded (lib/images). Next's own, at `/_next/image`, would ask any page of ours for whoever names it, and answer
  // 500 where that is no picture.
  images: { unoptimized: true },
  // How long a shared cache may go on with an old page while it asks for a new one, in seconds.
  expireTime: 3_600,
  // Another lock file in a folder above must not move the root of the build there.
  turbopack: { root: process.cwd() },
  outputFileTracingRoot: process.cwd(),
  // Only programs of their own load it (lib/images/drawing/draw-in-process.ts), where no tracing sees that it is needed.
  outputFileTracingIncludes: Object.fromEntries(
    ['/api/og-image', '/admin/images/upload', '/admin/images/upload/**'].map((route) => [
      route,
      ['sharp', '@img', 'detect-libc', 'semver'].map((name) => `./node_modules/${name}/**/*`),
    ]),
  ),
  // One of them takes a whole post. What each page takes is said by lib/http/body-limit.ts.
  experimental: { serverActions: { bodySizeLimit: '4mb' } },
  headers: async () => [
    // Other than `no-store`, which is what Next says of a page for one request, it lets Back be instant. Pages whose address
    // or cookie is a secret are not among these: what they show is not to lie about in a browser that others use.
    ...[
      ...[
        '/search',
        '/privacy',
        '/privacy/your-data',
        '/comments/:id/report',
        '/comments/:id/report/thanks',
      ],
      '/posts/:slug/comments/:id/reply',
    ].map((source) => ({
      source,
      headers: [{ key: 'Cache-Control', value: 'private, no-cache' }],
    })),
    // Our own entry adds these itself, by what it is configured with when it starts: what is built once runs anywhere.
    ...(process.env.VERCEL === '1'
      ? securityRules(policySite(env(), knownFrameHosts)).map(({ source, headers }) => ({
          source,
          headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
        }))
      : []),
  ],
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  // Feeds and other files for programs are routes with a parameter for the same reason; `[slug].md` is none that Next knows.
  rewrites: async () => [
    { source: '/', destination: '/page/1' },
    { source: '/:feed(comments.xml|feed.xml|atom.xml|feed.json)', destination: '/feeds/:feed' },
    {
      source: '/:file(sitemap.xml|sitemap-(?:lists-)?\\d+.xml|llms.txt|opensearch.xml)',
      destination: '/files/:file',
    },
    { source: '/posts/:slug([^/]+).md', destination: '/posts/:slug/markdown' },
  ],
  redirects: async () => [
    { source: '/desk/:path*', destination: '/admin/:path*', permanent: true },
    { source: '/page/1', destination: '/', permanent: true },
    { source: '/:place(feeds|files)/:name', destination: '/:name', permanent: true },
    { source: '/posts/:slug/markdown', destination: '/posts/:slug.md', permanent: true },
  ],
}

export default config
