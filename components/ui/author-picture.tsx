import { parseOwnImage, srcSetOf } from '@/lib/markdown/own-image'

/** The round picture of the blog or its author, which is only decoration beside a name. */
export function AuthorPicture({ picture }: { picture: string }) {
  const image = parseOwnImage(picture)
  return (
    image && (
      <img
        src={picture}
        srcSet={srcSetOf(image)}
        sizes="4.5rem"
        alt=""
        width={image.width}
        height={image.height}
        className="author-picture"
      />
    )
  )
}
