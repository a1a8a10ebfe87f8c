import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { parseOwnImage, readImageWidth, srcSetOf } from './own-image'

/**
 * The displayed width of an image, without margins: the width of the column, of a wide figure or of
 * the screen.
 */
const sizes = {
  normal: '(min-width: 42rem) 39.5rem, calc(100vw - 2.5rem)',
  wide: '(min-width: 60rem) 57.5rem, calc(100vw - 2.5rem)',
  full: '100vw',
}

/**
 * A rehype plugin for images. Images of this blog get their size, which avoids layout shifts, and a
 * `srcset`. All but the first are loaded lazily. Images of other sites are requested without a
 * referrer. An image with a title or a width that is alone in its paragraph becomes a figure.
 */
export function showImages() {
  return (root: Root): void => {
    let isFirst = true
    const widths = new Map<Element, string>()
    visit(root, 'element', (element) => {
      if (element.tagName !== 'img') return
      const { src, width } = readImageWidth(String(element.properties.src ?? ''))
      const own = parseOwnImage(src)
      Object.assign(element.properties, {
        ...(width !== 'normal' && { src }),
        alt: element.properties.alt ?? '',
        decoding: 'async',
        ...(!isFirst && { loading: 'lazy' }),
        ...(own
          ? { width: own.width, height: own.height, srcSet: srcSetOf(own), sizes: sizes[width] }
          : { referrerPolicy: 'no-referrer' }),
      })
      if (width !== 'normal') widths.set(element, width)
      isFirst = false
    })
    visit(root, 'element', (element) => makeFigure(element, widths))
  }
}

/** Turns a paragraph that contains only an image with a title or a width into a figure. */
function makeFigure(paragraph: Element, widths: ReadonlyMap<Element, string>): void {
  if (paragraph.tagName !== 'p') return
  const [image, ...others] = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  )
  if (image?.type !== 'element' || image.tagName !== 'img' || others.length > 0) return
  const { title, ...properties } = image.properties
  const caption = typeof title === 'string' ? title.trim() : ''
  const width = widths.get(image)
  if (caption === '' && width === undefined) return
  const children = [{ ...image, properties }, ...(caption === '' ? [] : [h('figcaption', caption)])]
  const className = width && [`figure-${width}`]
  Object.assign(paragraph, { tagName: 'figure', children })
  if (className) paragraph.properties.className = className
}
