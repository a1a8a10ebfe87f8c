import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { parseOwnImage, srcSetOf } from './own-image'

/** How wide an image stands in a post: the column, or the screen without its margins. */
const sizes = '(min-width: 42rem) 39.5rem, calc(100vw - 2.5rem)'

/**
 * A rehype plugin: an image of ours brings its size along, so that nothing moves when it comes, and is fetched as wide as
 * the screen has a use for. All but the first wait until they are near. One of another site is asked for without saying where
 * it is read. One that stands alone and has a title is a figure.
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

/** A paragraph of an image with a title becomes the image, and the title beneath it. */
function makeFigure(paragraph: Element): void {
  if (paragraph.tagName !== 'p') return
  const [image, ...others] = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  )
  if (image?.type !== 'element' || image.tagName !== 'img' || others.length > 0) return
  const { title, ...properties } = image.properties
  if (typeof title !== 'string' || title.trim() === '') return
  const caption: Element = {
    type: 'element',
    tagName: 'figcaption',
    properties: {},
    children: [{ type: 'text', value: title }],
  }
  Object.assign(paragraph, { tagName: 'figure', children: [{ ...image, properties }, caption] })
}
