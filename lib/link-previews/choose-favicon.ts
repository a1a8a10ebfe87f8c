import { resolvePageUrl } from './page-url'
import type { DeclaredLink } from './read-declared'

/** Pixels. Cards show icons at 16, and twice that on dense screens. */
const iconSize = 32

function isIcon({ rel }: DeclaredLink): boolean {
  return rel.includes('icon')
}

function isTouchIcon({ rel }: DeclaredLink): boolean {
  return rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed')
}

function isSvg({ type, href }: DeclaredLink): boolean {
  return type === 'image/svg+xml' || /\.svg(?:[?#]|$)/i.test(href)
}

/** The width it declares in pixels, the largest of several; 0 where it declares none. */
function widthOf({ sizes }: DeclaredLink): number {
  return Math.max(0, ...[...sizes.matchAll(/(\d{1,5})x\d{1,5}/g)].map(([, width]) => Number(width)))
}

/** The lower, the better: drawings, then sizes from 32 pixels up, then those too small, from the largest down. */
function rankOf(link: DeclaredLink): number {
  // An icon for dark screens alone is no icon for all.
  const onlySome = /dark/i.test(link.media) ? 1_000_000 : 0
  const width = widthOf(link)
  if (isSvg(link)) return onlySome
  return onlySome + (width >= iconSize ? width : 200_000 - width)
}

/**
 * The icon of a page: a drawing, or the image nearest above 32 pixels, else any icon it declares, else its touch icon,
 * else `/favicon.ico` at its origin, where browsers look too. Always an absolute http(s) URL.
 */
export function chooseFavicon(links: readonly DeclaredLink[], base: URL, page: URL): string {
  // `sort` is stable: of equals, the first declared.
  const icons = links.filter(isIcon).sort((one, other) => rankOf(one) - rankOf(other))
  for (const { href } of [...icons, ...links.filter(isTouchIcon)]) {
    const url = resolvePageUrl(href, base)
    if (url !== '') return url
  }
  return `${page.origin}/favicon.ico`
}
