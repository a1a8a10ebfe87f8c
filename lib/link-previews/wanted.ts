import { isHtml } from './content-type'
import { HeadWatch } from './head-watch'
import { linkPreviewLimits } from './link-preview'

/** What a fetch is for: how it is asked for, what of it is read, and how far. */
export type Wanted = {
  /** The `Accept` header. */
  accept: string
  /** Whether it has text, which a site may have in several languages. */
  isText: boolean
  /** Whether a body of this `Content-Type` is read at all. */
  reads: (contentType: string) => boolean
  /** After decompression. */
  bytesMax: number
  /** A watch over one body: true once enough of it has been read. */
  watch: () => (chunk: Uint8Array) => boolean
}

/** A page, as far as its head. Of any other file only the name is shown. */
export const wantedPage: Wanted = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  isText: true,
  reads: isHtml,
  bytesMax: linkPreviewLimits.bodyBytesMax,
  watch: () => {
    const watch = new HeadWatch()
    return (chunk) => watch.isEnough(chunk)
  },
}

/** A picture, whole. What it is, its bytes tell; many servers know their icons as `text/plain`. */
export const wantedImage: Wanted = {
  accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.1',
  isText: false,
  reads: (contentType) => !isHtml(contentType) || contentType === '',
  // One byte more than a picture may have tells that it has more.
  bytesMax: linkPreviewLimits.imageBytesMax + 1,
  watch: () => () => false,
}
