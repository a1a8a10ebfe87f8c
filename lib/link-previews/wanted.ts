import { isHtml } from './content-type'
import { HeadWatch } from './head-watch'
import { linkPreviewLimits } from './link-preview'

/** What a fetch is for: how it is asked for, what of it is read, and how far. */
export type Wanted = {
  /** The `Accept` header. */
  accept: string
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
  reads: isHtml,
  bytesMax: linkPreviewLimits.bodyBytesMax,
  watch: () => {
    const watch = new HeadWatch()
    return (chunk) => watch.isEnough(chunk)
  },
}
