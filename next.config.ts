import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  rewrites: async () => [{ source: '/', destination: '/page/1' }],
  redirects: async () => [{ source: '/page/1', destination: '/', permanent: true }],
}

export default config
