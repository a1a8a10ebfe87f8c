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
    visit(root, 'element', (element) => {
      // `visit` reaches the paragraph before its image, whose address still has the width.
      if (element.tagName === 'p') makeFigure(element)
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
      isFirst = false
    })
  }
}

/** Turns a paragraph that contains only an image with a title or a width into a figure. */
function makeFigure(paragraph: Element): void {
  const [image, ...others] = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  )
  if (image?.type !== 'element' || image.tagName !== 'img' || others.length > 0) return
  const { title, ...properties } = image.properties
  const caption = typeof title === 'string' ? title.trim() : ''
  const { width } = readImageWidth(String(properties.src ?? ''))
  if (caption === '' && width === 'normal') return
  const children = [{ ...image, properties }, ...(caption === '' ? [] : [h('figcaption', caption)])]
  Object.assign(paragraph, { tagName: 'figure', children })
  if (width !== 'normal') paragraph.properties.className = [`figure-${width}`]
}
