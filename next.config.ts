import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `/` is the first page of the list. A page with a parameter is made when first asked for, so that a build needs
  // no database; and `revalidatePath('/page/[number]', 'page')` renews all of them.
  rewrites: async () => [{ source: '/', destination: '/page/1' }],
  redirects: async () => [{ source: '/page/1', destination: '/', permanent: true }],
}

export default function configure(phase: string): NextConfig {
  // The build reads no cache, and Vercel keeps pages by itself; our own server runs under tsx, which loads TypeScript.
  if (phase !== PHASE_PRODUCTION_SERVER || process.env.VERCEL) return config
  return { ...config, cacheHandler: `${import.meta.dirname}/lib/http/page-cache.ts`, cacheMaxMemorySize: 0 }
}
