/** The door of the link previews: shapes and limits, safe to import in a browser. */

/**
 * What is shown of a link. Every field is always there. `title`, `siteName`, `url` and `favicon` are never empty;
 * `description` and `image` are `""` where the page has none. URLs are absolute http(s) ones.
 */
export type LinkPreview = {
  title: string
  description: string
  image: string
  siteName: string
  /** Where the page was found in the end, or the address it calls its own. */
  url: string
  favicon: string
}

export const linkPreviewLimits = {
  /** Characters of a URL that is asked for. */
  urlLengthMax: 2_048,
  /** Wall time of a whole fetch, redirects included. */
  fetchTimeoutMs: 5_000,
  /**
   * Beyond it, to read a page that came at the last moment; one that came sooner has what is left as well. No longer, or who
   * asks would be kept waiting by a site that holds back what is hard to read.
   */
  readTimeoutMs: 200,
  /** Bytes read of a page, after decompression; what was read until then is used. */
  bodyBytesMax: 1_048_576,
  /** Bytes of a picture; one that has more is not shown. */
  imageBytesMax: 5_242_880,
  redirectsMax: 5,
  /** Code points. */
  titleLengthMax: 300,
  descriptionLengthMax: 600,
} as const
