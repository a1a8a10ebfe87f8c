/**
 * File names of the blog's images. They contain a content hash and the size, so that pages are laid
 * out without a query. Safe to import in a browser.
 */

/** An image of this blog: its content hash, and its largest width and height in pixels. */
export type OwnImage = { id: string; width: number; height: number }

/** Widths in pixels. An image exists in its own width and in each of these that is smaller. */
const widths = [480, 960, 1600]

const folder = '/images/'
const fileName = /^([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?\.webp$/

/** Returns the widths in which an image of this width exists, the narrowest first. */
export function widthsOf(width: number): number[] {
  return [...widths.filter((narrower) => narrower < width), width]
}

/** Returns the path of an image, in its full width or another of its widths. */
export function imagePath({ id, width, height }: OwnImage, inWidth = width): string {
  return `${folder}${id}-${width}x${height}${inWidth === width ? '' : `-${inWidth}`}.webp`
}

/**
 * Parses the file name of an image and of one of its widths; returns undefined if the name is not
 * valid.
 */
export function parseImageName(name: string): (OwnImage & { inWidth: number }) | undefined {
  const [, id, ...numbers] = fileName.exec(name) ?? []
  const [width = 0, height = 0, inWidth = width] = numbers.flatMap((number) =>
    number === undefined ? [] : [Number(number)],
  )
  return id !== undefined && widthsOf(width).includes(inWidth)
    ? { id, width, height, inWidth }
    : undefined
}

/** Returns the image at an address in a post; undefined if it does not belong to this blog. */
export function parseOwnImage(src: string): OwnImage | undefined {
  const image = src.startsWith(folder) ? parseImageName(src.slice(folder.length)) : undefined
  return image?.inWidth === image?.width ? image : undefined
}

/**
 * Returns all widths of an image as a `srcset`
 * (https://html.spec.whatwg.org/multipage/images.html#srcset-attributes).
 */
export function srcSetOf(image: OwnImage): string {
  return widthsOf(image.width)
    .map((width) => `${imagePath(image, width)} ${width}w`)
    .join(', ')
}

/** The widths of a figure: as wide as the text, wider than the text, or as wide as the screen. */
export const imageWidths = ['normal', 'wide', 'full'] as const
export type ImageWidth = (typeof imageWidths)[number]

/**
 * Reads the width of a figure from its URL's fragment. Other programs ignore the fragment, so the
 * Markdown stays portable: `![A hill](/images/….webp#wide "Caption")`.
 */
export function readImageWidth(address: string): { src: string; width: ImageWidth } {
  const [, src = address, width] = /^(.*)#(wide|full)$/s.exec(address) ?? []
  return { src, width: imageWidths.find((one) => one === width) ?? 'normal' }
}
