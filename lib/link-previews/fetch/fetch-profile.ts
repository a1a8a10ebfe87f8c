import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { isHtml } from './content-type'
import { HeadWatch } from './head-watch'
import type { BodyWatch } from './read-body'

/** Describes a kind of fetch: the request headers, which bodies are read, and how far. */
export type FetchProfile = {
  accept: string
  /** True for text, which a site may have in several languages. */
  isText: boolean
  reads: (contentType: string) => boolean
  bytesMax: number
  watch: () => BodyWatch
}

/** Watches bodies that are only useful as a whole. */
export const watchWhole = (): BodyWatch => ({ isEnough: () => false, isUsable: false })

/** A page up to the end of its head. Of other files, a card only shows the name. */
export const pageProfile: FetchProfile = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  isText: true,
  reads: isHtml,
  bytesMax: linkPreviewLimits.bodyBytesMax,
  watch: () => new HeadWatch(),
}

/** A whole image. Its bytes determine the format: many servers send icons as `text/plain`. */
export const imageProfile: FetchProfile = {
  accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.1',
  isText: false,
  reads: (contentType) => !isHtml(contentType) || contentType === '',
  // One extra byte reveals that an image exceeds the limit.
  bytesMax: linkPreviewLimits.imageBytesMax + 1,
  watch: watchWhole,
}
