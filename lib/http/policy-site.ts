import { env } from '@/lib/env'
import { iframeHosts } from '@/lib/markdown/iframe-hosts'
import type { PolicySite } from './content-policy'

/** What the policies depend on, as this server is configured. */
export function policySite(): PolicySite {
  const { SITE_URL, S3_PUBLIC_URL } = env()
  return {
    pictureOrigins: S3_PUBLIC_URL === undefined ? [] : [new URL(S3_PUBLIC_URL).origin],
    frameHosts: iframeHosts(),
    isSecure: SITE_URL?.startsWith('https:') ?? false,
  }
}
