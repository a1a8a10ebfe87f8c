import 'server-only'
import { z } from 'zod'
import { isSigned, sign } from '@/lib/crypto/sign'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/** What a picture is for: the large one of a card, or the icon of its site. */
export const imageUse = z.enum(['card', 'icon'], 'must be “card” or “icon”')
export type ImageUse = z.infer<typeof imageUse>

/** Whether we gave out this address ourselves: without that, anybody could have us fetch any picture for his own site. */
export function isOwnImageAddress(url: string, use: ImageUse, signature: string): boolean {
  return isSigned('show-image', `${use} ${url}`, signature)
}

/** The address on this blog under which a stranger's picture is shown, so that no reader's browser calls the stranger. */
export function imageAddress(url: string, use: ImageUse): string {
  return `/api/og-image?${new URLSearchParams({ url, use, signature: sign('show-image', `${use} ${url}`) })}`
}

/** A preview whose pictures are shown through this blog. */
export function withOwnImages(preview: LinkPreview): LinkPreview {
  const image = preview.image === '' ? '' : imageAddress(preview.image, 'card')
  return { ...preview, image, favicon: imageAddress(preview.favicon, 'icon') }
}
