type Props = {
  /** A URL, or a path of this blog. */
  src: string
  alt: string
  /** Whether the page begins with it: others wait until they come into sight. */
  isFirst?: boolean
}

/** Of a picture whose size is not known: the shape of most screens, which it is then cut to. */
const unknownSize = { width: 1600, height: 900 }

/** The size that the blog's own pictures have in their names: `…-1200x800.webp`. */
function sizeInName(src: string): { width: number; height: number } | undefined {
  const [, width, height] = /-([1-9]\d{0,4})x([1-9]\d{0,4})\.[a-z]+$/.exec(src) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** Asked for instead where the reader saves data: nothing at all. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** The picture of a post, in a place that has its shape before it comes. */
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
