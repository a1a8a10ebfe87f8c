import type { NextConfig } from 'next'
import { env } from '@/lib/env'
import { policySite } from '@/lib/http/policy-site'
import { securityRules } from '@/lib/http/security-headers'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // How long a shared cache may go on with an old page while it asks for a new one, in seconds.
  expireTime: 3_600,
  // Another lock file in a folder above must not move the root of the build there.
  turbopack: { root: process.cwd() },
  outputFileTracingRoot: process.cwd(),
  // Only a program of its own loads it (lib/link-previews/draw-image.ts), where no tracing sees that it is needed.
  outputFileTracingIncludes: {
    '/api/og-image': [
      './node_modules/sharp/**/*',
      './node_modules/@img/**/*',
      './node_modules/detect-libc/**/*',
      './node_modules/semver/**/*',
    ],
  },
  // One of them takes a whole post. What each page takes is said by lib/http/body-limit.ts.
  experimental: { serverActions: { bodySizeLimit: '4mb' } },
  // Our own entry adds them itself, by what it is configured with when it starts: what is built once runs anywhere.
  headers: async () =>
    process.env.VERCEL === '1'
      ? securityRules(policySite(env(), knownFrameHosts)).map(({ source, headers }) => ({
          source,
          headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
        }))
      : [],
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
