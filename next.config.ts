import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Only a program of its own loads it (lib/link-previews/draw-image.ts), where no tracing sees that it is needed.
  outputFileTracingIncludes: {
    '/api/og-image': [
      './node_modules/sharp/**/*',
      './node_modules/@img/**/*',
      './node_modules/detect-libc/**/*',
      './node_modules/semver/**/*',
    ],
  },
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  rewrites: async () => [{ source: '/', destination: '/page/1' }],
  redirects: async () => [{ source: '/page/1', destination: '/', permanent: true }],
}

export default config
