import { resolvePageUrl } from './page-url'
import type { DeclaredLink } from './read-declared'

const iconSize = 32

function isTouchIcon({ rel }: DeclaredLink): boolean {
  return rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed')
}

function isSvg({ type, href }: DeclaredLink): boolean {
  return type === 'image/svg+xml' || /\.svg(?:[?#]|$)/i.test(href)
}

/** Returns the largest width that a link declares, in pixels; 0 if it declares none. */
function widthOf({ sizes }: DeclaredLink): number {
  return Math.max(0, ...[...sizes.matchAll(/(\d{1,5})x\d{1,5}/g)].map(([, width]) => Number(width)))
}

/** The rank of an icon without a declared size, usually an `.ico` file with several sizes. */
const unsized = 100_000

/** Returns the rank of an icon; the lowest is best. */
function rankOf(link: DeclaredLink): number {
  // An icon for dark mode only does not suit all readers.
  const onlySome = /dark/i.test(link.media) ? 1_000_000 : 0
  const width = widthOf(link)
  if (isSvg(link)) return onlySome
  if (width === 0) return onlySome + unsized
  return onlySome + (width >= iconSize ? width : 2 * unsized - width)
}

/**
 * Returns the icon that a page declares. Prefers an SVG, then the image nearest above 32 pixels,
 * then one without a size. Otherwise returns its touch icon, or else an icon that is too small.
 *
 * @returns an absolute http(s) URL; `""` if the page declares no icon
 */
export function chooseFavicon(links: readonly DeclaredLink[], base: URL): string {
  // `sort` is stable, so among equal ranks the first declared icon wins.
  const icons = links
    .filter(({ rel }) => rel.includes('icon'))
    .map((link) => ({ href: link.href, rank: rankOf(link) }))
    .sort((one, other) => one.rank - other.rank)
  const fine = icons.filter(({ rank }) => rank <= unsized)
  for (const { href } of [...fine, ...links.filter(isTouchIcon), ...icons]) {
    const url = resolvePageUrl(href, base)
    if (url !== '') return url
  }
  return ''
}
