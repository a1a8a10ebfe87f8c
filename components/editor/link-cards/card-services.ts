import type { FetchPreview, PreviewQueue } from '@/components/editor/link-cards/model/preview-queue'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/** What a card shows of a page; its pictures are shown through this blog. */
export type LinkCardPreview = LinkPreview
export type FetchLinkCardPreview = FetchPreview<LinkCardPreview>
export type CardQueue = PreviewQueue<LinkCardPreview>
