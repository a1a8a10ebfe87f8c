import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { isHtml } from './content-type'
import { HeadWatch } from './head-watch'
import type { BodyWatch } from './read-body'

/** What a fetch is for: how it is asked for, what of it is read, and how far. */
export type FetchProfile = {
  /** The `Accept` header. */
  accept: string
  /** Whether it has text, which a site may have in several languages. */
  isText: boolean
  /** Whether a body of this `Content-Type` is read at all. */
  reads: (contentType: string) => boolean
  /** After decompression. */
  bytesMax: number
  /** Returns a watch for one body. */
  watch: () => BodyWatch
}

/** For bodies that are of use only as a whole. */
export const watchWhole = (): BodyWatch => ({ isEnough: () => false, isUsable: false })

/** A page, as far as its head. Of any other file only the name is shown. */
export const pageProfile: FetchProfile = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  isText: true,
  reads: isHtml,
  bytesMax: linkPreviewLimits.bodyBytesMax,
  watch: () => new HeadWatch(),
}

/** A picture, whole. What it is, its bytes tell; many servers know their icons as `text/plain`. */
export const imageProfile: FetchProfile = {
  accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.1',
  isText: false,
  reads: (contentType) => !isHtml(contentType) || contentType === '',
  // One byte more than a picture may have tells that it has more.
  bytesMax: linkPreviewLimits.imageBytesMax + 1,
  watch: watchWhole,
}
