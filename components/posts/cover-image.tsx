import { parseOwnImage, srcSetOf } from '@/lib/markdown/own-image'

type Props = {
  /** A URL, or a path of this blog. */
  src: string
  alt: string
  /** At the top of the page, where it loads eagerly, or a thumbnail in a list. */
  place: keyof typeof sizes
}

const sizes = { top: '(min-width: 44.5rem) 39.5rem, 100vw', list: '9rem' } as const

/** Fallback size for images of unknown dimensions, in pixels. They are cropped to this ratio. */
const unknownSize = { width: 1600, height: 900 }

/** Reads the size from names such as `…-1200x800.webp`, which other systems also use. */
function sizeInName(src: string): { width: number; height: number } | undefined {
  const [, width, height] = /-([1-9]\d{0,4})x([1-9]\d{0,4})\.[a-z]+$/.exec(src) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** An empty image, loaded instead if the reader saves data. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** The cover image of a post. Its space is reserved before it loads. */
export function CoverImage({ src, alt, place }: Props) {
  const own = parseOwnImage(src)
  const size = sizeInName(src)
  const isFirst = place === 'top'
  return (
    <picture className="cover">
      <source media="(prefers-reduced-data: reduce)" srcSet={nothing} />
      <img
        {...(size ?? unknownSize)}
        {...(own && { srcSet: srcSetOf(own), sizes: sizes[place] })}
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
