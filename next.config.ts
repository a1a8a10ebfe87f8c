import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // How long a shared cache may go on with an old page while it asks for a new one, in seconds.
  expireTime: 3_600,
  // Another lock file in a folder above must not move the root of the build there.
  turbopack: { root: process.cwd() },
  outputFileTracingRoot: process.cwd(),
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  // `/comments.xml` is a route with a parameter for the same reason.
  rewrites: async () => [
    { source: '/', destination: '/page/1' },
    { source: '/comments.xml', destination: '/comments/all.xml' },
  ],
  redirects: async () => [
    { source: '/page/1', destination: '/', permanent: true },
    { source: '/comments/all.xml', destination: '/comments.xml', permanent: true },
  ],
}

export default config
