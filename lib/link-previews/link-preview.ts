/** Public entry point of link previews: types and limits, safe to import in a browser. */

/**
 * The preview of a link. All fields are always present. `title`, `siteName`, `url` and `favicon`
 * are never empty; `description` and `image` are `""` if the page has none. URLs are absolute
 * http(s) URLs.
 */
export type LinkPreview = {
  title: string
  description: string
  image: string
  siteName: string
  /** The final URL of the page, or the canonical URL that it declares. */
  url: string
  favicon: string
}

export const linkPreviewLimits = {
  urlLengthMax: 2_048,
  /** Wall time of a whole fetch, including redirects. */
  fetchTimeoutMs: 5_000,
  /** Additional time for parsing a page that arrives at the last moment. */
  readTimeoutMs: 200,
  bodyBytesMax: 1_048_576,
  /** Bytes of an image; a larger image is not shown. */
  imageBytesMax: 5_242_880,
  redirectsMax: 5,
  titleLengthMax: 300,
  descriptionLengthMax: 600,
} as const
