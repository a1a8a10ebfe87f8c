import type { FetchPreview, PreviewQueue } from '@/components/editor/link-cards/model/preview-queue'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/** The preview data of a card. Its images are proxied by this blog. */
export type LinkCardPreview = LinkPreview
export type FetchLinkCardPreview = FetchPreview<LinkCardPreview>
export type CardQueue = PreviewQueue<LinkCardPreview>
