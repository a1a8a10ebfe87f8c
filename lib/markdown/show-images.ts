import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { parseOwnImage, srcSetOf } from './own-image'

/**
 * The displayed width of an image in a post: that of the column, or of the screen without its
 * margins.
 */
const sizes = '(min-width: 42rem) 39.5rem, calc(100vw - 2.5rem)'

/**
 * A rehype plugin for images. Images of this blog get their size, which avoids layout shifts, and a
 * `srcset`. All but the first are loaded lazily. Images of other sites are requested without a
 * referrer. An image with a title that is alone in its paragraph becomes a figure.
 */
export function showImages() {
  return (root: Root): void => {
    let isFirst = true
    visit(root, 'element', (element) => {
      if (element.tagName !== 'img') return
      const own = parseOwnImage(String(element.properties.src ?? ''))
      Object.assign(element.properties, {
        alt: element.properties.alt ?? '',
        decoding: 'async',
        ...(!isFirst && { loading: 'lazy' }),
        ...(own
          ? { width: own.width, height: own.height, srcSet: srcSetOf(own), sizes }
          : { referrerPolicy: 'no-referrer' }),
      })
      isFirst = false
    })
    visit(root, 'element', makeFigure)
  }
}

/** Turns a paragraph that contains only an image with a title into a figure with a caption. */
function makeFigure(paragraph: Element): void {
  if (paragraph.tagName !== 'p') return
  const [image, ...others] = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  )
  if (image?.type !== 'element' || image.tagName !== 'img' || others.length > 0) return
  const { title, ...properties } = image.properties
  if (typeof title !== 'string' || title.trim() === '') return
  const children = [{ ...image, properties }, h('figcaption', title)]
  Object.assign(paragraph, { tagName: 'figure', children })
}
