/** Public entry point of link previews: types and limits, safe to import in a browser. */

export type { LinkPreview } from '@/lib/client'

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
