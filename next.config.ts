import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { env } from '@/lib/env'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'
import { reservedSegments } from '@/lib/posts/reserved-segments'
import { policySite } from '@/lib/security/content-policy'
import { securityRules } from '@/lib/security/security-headers'

// Disables the telemetry of Next.js unless NEXT_TELEMETRY_DISABLED is set. Set it to an empty value
// to enable telemetry.
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

/** The messages of the embed in the closest language, for languages and regions without a file. */
const embedTexts = [
  ['zh-:rest([^/]*(?:Hant|TW|HK|MO)[^/]*)', 'zh-TW'],
  ...readdirSync('messages')
    .map((file) => path.basename(file, '.json'))
    .map((language) => [`${language.split('-')[0]}:rest(-[^/]+)?`, language]),
  [':rest', 'en'],
].map(([wanted, language]) => ({
  source: `/embed/text-${wanted}.js`,
  destination: `/embed/text-${language}.js`,
}))

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Every client gets the metadata in the head. If it is streamed, HTML does not allow it in the
  // body, where Next.js puts it on pages that are not found.
  htmlLimitedBots: /.*/,
  // Images are processed on upload (lib/images). The optimiser of Next.js at `/_next/image` would
  // let anyone make it request our pages, and returns 500 if the result is not an image.
  images: { unoptimized: true },
  // Seconds during which a shared cache may serve a stale page while it revalidates it.
  expireTime: 3_600,
  // A lock file in a parent directory must not change the root of the build.
  turbopack: { root: process.cwd() },
  outputFileTracingRoot: process.cwd(),
  // Collects the modules that the container image needs (Dockerfile).
  ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' as const }),
  // The first loads a .wasm file from its own folder, and the second resolves modules at run time.
  // The others would be repeated in the bundles of all routes.
  serverExternalPackages: [
    'node-sqlite3-wasm',
    '@opentelemetry/sdk-node',
    '@redis/client',
    '@upstash/redis',
    '@vercel/functions',
  ],
  // Only separate processes load it (lib/images/drawing/draw-in-process.ts), so file tracing does
  // not detect it.
  outputFileTracingIncludes: {
    ...Object.fromEntries(
      ['/api/og-image', '/admin/images/upload', '/admin/images/upload/**'].map((route) => [
        route,
        ['sharp', '@img', 'detect-libc', 'semver'].map((name) => `./node_modules/${name}/**/*`),
      ]),
    ),
    // lib/env.ts names this file in URLs of Supabase's databases.
    '/**': ['./lib/db/supabase-root-2021-ca.crt'],
    // File tracing does not detect that the package loads this file.
    '/admin/import/run': ['./node_modules/node-sqlite3-wasm/dist/*.wasm'],
  },
  // One server action accepts a whole post. lib/http/body-limit.ts sets the limit of each page.
  experimental: {
    serverActions: { bodySizeLimit: '4mb' },
    // Loads routes on demand, to start sooner and in less memory: many are never requested.
    preloadEntriesOnStart: false,
  },
  headers: async () => [
    // Unlike `no-store`, the default of Next.js for dynamic pages, this allows an instant Back
    // button. Pages with a secret in their URL or cookie are not included, because other users of
    // the browser could see them.
    ...[
      '/search',
      '/privacy',
      '/privacy/your-data',
      '/comments/:id/report',
      '/posts/:slug/comments/:id/reply',
      '/threads/:path*',
    ].map((source) => ({
      source,
      headers: [{ key: 'Cache-Control', value: 'private, no-cache' }],
    })),
    // Parts of the embed have a hash in their name. Its entry and texts have none: they keep the
    // default of Next.js for public files, which is to revalidate.
    {
      source: '/embed/:part(writing|counting)-:hash.js',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
    // Our own server entry adds these headers at run time, so that one build works with any
    // configuration.
    ...(process.env.VERCEL === '1'
      ? securityRules(policySite(env(), knownFrameHosts), reservedSegments).map(
          ({ source, headers }) => ({
            source,
            headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
          }),
        )
      : []),
  ],
  // `/` is the first page of the list. Pages with a parameter are rendered on first request, so a
  // build needs no database, and `revalidatePath('/(blog)/page/[number]', 'page')` revalidates all
  // of them.
  // Feeds and other files for programs have a parameter for the same reason. Next.js does not
  // support `[slug].md` as a route.
  rewrites: async () => [
    { source: '/', destination: '/page/1' },
    { source: '/:feed(comments.xml|feed.xml|atom.xml|feed.json)', destination: '/feeds/:feed' },
    {
      source: '/:file(sitemap.xml|llms.txt|opensearch.xml)',
      destination: '/files/:file',
    },
    { source: '/posts/:slug([^/]+).md', destination: '/posts/:slug/markdown' },
    ...embedTexts,
  ],
  redirects: async () => [
    { source: '/desk/:path*', destination: '/admin/:path*', permanent: true },
    { source: '/page/1', destination: '/', permanent: true },
    { source: '/:place(feeds|files)/:name', destination: '/:name', permanent: true },
    { source: '/posts/:slug/markdown', destination: '/posts/:slug.md', permanent: true },
  ],
}

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/settings/request-texts.ts',
  // Compiling messages at build time keeps the ICU parser out of the browser.
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
})

export default withNextIntl(config)
