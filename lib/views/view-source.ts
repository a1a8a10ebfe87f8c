export type DeviceClass = 'desktop' | 'tablet' | 'phone'

/** The class of device a browser says it runs on. Tablets that ask for desktop pages say they are desktops. */
export function deviceClass(userAgent: string): DeviceClass {
  const isAndroidTablet = /Android/i.test(userAgent) && !/Mobile/i.test(userAgent)
  if (isAndroidTablet || /iPad|Tablet|PlayBook|Silk/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? 'phone' : 'desktop'
}

const hostLengthMax = 100

/**
 * The host a reader came from, without the rest of the address, which may say what was searched or who was signed in.
 * @param referrer an absolute URL or a host, as the page reports it
 * @param ownHosts the blog's: who comes from there came from nowhere new
 */
export function referrerHost(referrer: string, ownHosts: string[]): string | undefined {
  const url = referrer.includes('://') ? referrer : `https://${referrer}`
  if (referrer === '' || !URL.canParse(url)) return undefined
  const { protocol, host, hostname } = new URL(url)
  if (!['https:', 'http:', 'android-app:'].includes(protocol) || ownHosts.includes(host))
    return undefined
  const name = hostname.replace(/^www\./, '')
  return name.length <= hostLengthMax && /^[\w.-]+\.\w[\w-]*$/.test(name) ? name : undefined
}
