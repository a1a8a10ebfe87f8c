import { type PolicySite, postDirectives, toPolicy } from './content-policy'

/**
 * Returns the policy of a page of the admin area, which is rendered per request. Only scripts with
 * its nonce run, and scripts that those load.
 * @param nonce unguessable, and different for each response
 */
export function adminPolicy(nonce: string, site: PolicySite): string {
  const directives = {
    ...postDirectives(site),
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    // The editor inserts its own style sheet.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...site.pictureOrigins],
    // Browsers upload images directly to the object store.
    'connect-src': ["'self'", ...site.uploadOrigins],
  }
  return toPolicy(directives, site)
}
