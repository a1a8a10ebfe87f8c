import { parseUrl } from '@/lib/text/parse-url'

export type DeviceClass = 'desktop' | 'tablet' | 'phone'

/**
 * Returns the device class of a browser. Tablets that request desktop pages are classified as
 * desktops.
 */
export function deviceClass(userAgent: string): DeviceClass {
  const isAndroidTablet = /Android/i.test(userAgent) && !/Mobile/i.test(userAgent)
  if (isAndroidTablet || /iPad|Tablet|PlayBook|Silk/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? 'phone' : 'desktop'
}

const hostLengthMax = 100

/**
 * Returns the host of a referrer. The rest of the URL is dropped, because it may contain search
 * terms or user names.
 * @param referrer an absolute URL or a host, as reported by the page
 * @param ownHosts hosts of the blog, which are not returned
 */
export function referrerHost(referrer: string, ownHosts: string[]): string | undefined {
  const url = parseUrl(referrer.includes('://') ? referrer : `https://${referrer}`)
  if (!url) return undefined
  const { protocol, host, hostname } = url
  if (!['https:', 'http:', 'android-app:'].includes(protocol) || ownHosts.includes(host))
    return undefined
  const name = hostname.replace(/^www\./, '')
  return name.length <= hostLengthMax && /^[\w.-]+\.\w[\w-]*$/.test(name) ? name : undefined
}
