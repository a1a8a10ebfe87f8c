/** How an image of the blog is called: its content's hash, and its size, so that a page is laid out without a query. Safe in a browser. */

/** An image of this blog: the hash of what it holds, and its largest width and height in pixels. */
export type OwnImage = { id: string; width: number; height: number }

/** Pixels. An image is there in each of these that is narrower than it is, and as wide as it is. */
const widths = [480, 960, 1600]

const folder = '/images/'
const fileName = /^([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?\.webp$/

/** The widths in which an image of this width is there, the narrowest first. */
export function widthsOf(width: number): number[] {
  return [...widths.filter((narrower) => narrower < width), width]
}

/** The path of an image, as wide as it is or in one of its other widths. */
export function imagePath({ id, width, height }: OwnImage, inWidth = width): string {
  return `${folder}${id}-${width}x${height}${inWidth === width ? '' : `-${inWidth}`}.webp`
}

/** The image that a file name tells of, and in which width; undefined where no image of ours is called so. */
export function parseImageName(name: string): (OwnImage & { inWidth: number }) | undefined {
  const [, id, ...numbers] = fileName.exec(name) ?? []
  const [width = 0, height = 0, inWidth = width] = numbers.flatMap((number) =>
    number === undefined ? [] : [Number(number)],
  )
  return id !== undefined && widthsOf(width).includes(inWidth)
    ? { id, width, height, inWidth }
    : undefined
}

/** The image that stands in a post by this address; undefined where it is not of this blog. */
export function parseOwnImage(src: string): OwnImage | undefined {
  const image = src.startsWith(folder) ? parseImageName(src.slice(folder.length)) : undefined
  return image?.inWidth === image?.width ? image : undefined
}

/** All widths of an image, as `srcset` names them (https://html.spec.whatwg.org/multipage/images.html#srcset-attributes). */
export function srcSetOf(image: OwnImage): string {
  return widthsOf(image.width)
    .map((width) => `${imagePath(image, width)} ${width}w`)
    .join(', ')
}
