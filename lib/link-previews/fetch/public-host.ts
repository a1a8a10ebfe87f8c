import { isIP } from 'node:net'
import { isPublicAddress } from './public-address'
import { isPublicName } from './public-name'

/** Whether the host of a URL, as written and without any lookup, may be on the public internet. */
export function hasPublicHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)
}
