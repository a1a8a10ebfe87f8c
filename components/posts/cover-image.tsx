type Props = {
  /** A URL, or a path of this blog. */
  src: string
  alt: string
  /** Loads the image eagerly: the page begins with it. Others load lazily. */
  isFirst?: boolean
}

/** Fallback size for images of unknown dimensions, in pixels. They are cropped to this ratio. */
const unknownSize = { width: 1600, height: 900 }

/** Reads the size from the file name of the blog's own images: `…-1200x800.webp`. */
function sizeInName(src: string): { width: number; height: number } | undefined {
  const [, width, height] = /-([1-9]\d{0,4})x([1-9]\d{0,4})\.[a-z]+$/.exec(src) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** An empty image, loaded instead if the reader saves data. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** The cover image of a post. Its space is reserved before it loads. */
export function CoverImage({ src, alt, isFirst = false }: Props) {
  const size = sizeInName(src)
  return (
    <picture className="cover">
      <source media="(prefers-reduced-data: reduce)" srcSet={nothing} />
      <img
        {...(size ?? unknownSize)}
        src={src}
        alt={alt}
        data-cut={size ? undefined : ''}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        referrerPolicy="no-referrer"
      />
    </picture>
  )
}
