import type { Env } from '@/lib/env'
import type { PolicySite } from './content-policy'

/**
 * Derives the policy settings from the environment. Next’s configuration uses it too, where `@/`
 * imports do not resolve.
 */
export function policySite(
  { SITE_URL, S3_PUBLIC_URL, S3_ENDPOINT, IFRAME_HOSTS, CSP_REPORT_URI }: Env,
  knownHosts: readonly string[],
): PolicySite {
  return {
    pictureOrigins: S3_PUBLIC_URL === undefined ? [] : [new URL(S3_PUBLIC_URL).origin],
    uploadOrigins: S3_ENDPOINT === undefined ? [] : [new URL(S3_ENDPOINT).origin],
    frameHosts: [...new Set([...knownHosts, ...IFRAME_HOSTS])],
    isSecure: SITE_URL?.startsWith('https:') ?? false,
    reportUri: CSP_REPORT_URI,
  }
}
