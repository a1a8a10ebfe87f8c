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

/** Without a size it is most likely the usual `.ico` of several, behind which only those too small stand. */
const unsized = 100_000

/** The lower, the better: drawings, then sizes from 32 pixels up, those that tell none, those too small from the largest down. */
function rankOf(link: DeclaredLink): number {
  // An icon for dark screens alone is no icon for all.
  const onlySome = /dark/i.test(link.media) ? 1_000_000 : 0
  const width = widthOf(link)
  if (isSvg(link)) return onlySome
  if (width === 0) return onlySome + unsized
  return onlySome + (width >= iconSize ? width : 2 * unsized - width)
}

/**
 * The icon a page declares: a drawing, or the image nearest above 32 pixels, or one without a size; else its touch icon;
 * else one too small. An absolute http(s) URL; `""` where it declares none.
 */
export function chooseFavicon(links: readonly DeclaredLink[], base: URL): string {
  // `sort` is stable: of equals, the first declared.
  const icons = links.filter(isIcon).sort((one, other) => rankOf(one) - rankOf(other))
  const isFine = (link: DeclaredLink) => rankOf(link) <= unsized
  for (const { href } of [...icons.filter(isFine), ...links.filter(isTouchIcon), ...icons]) {
    const url = resolvePageUrl(href, base)
    if (url !== '') return url
  }
  return ''
}
