import { previewPolicy } from '@/lib/markdown/preview-policy'
import { type PolicySite, postDirectives, toPolicy } from './content-policy'

/**
 * Of a page of the admin area, which is made for each request: only scripts that carry its nonce run, and those they load.
 * @param nonce unguessable, and another one for each answer
 */
export function adminPolicy(nonce: string, site: PolicySite): string {
  const directives = {
    ...postDirectives(site),
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // The preview of a post is markup that the server made by the policy of the reading page.
    'trusted-types': ['default', previewPolicy],
    // The editor writes its own sheet.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...site.pictureOrigins],
    // A picture goes straight to its store.
    'connect-src': ["'self'", ...site.uploadOrigins],
  }
  return toPolicy(directives, site)
}
