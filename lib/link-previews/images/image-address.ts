import 'server-only'
import { z } from 'zod'
import { sign, verifySignature } from '@/lib/crypto/sign'
import { invalid } from '@/lib/i18n/error-text'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

/** The use of an image: the large one of a card, or the icon of its site. */
export const imageUse = z.enum(['card', 'icon'], invalid('imageUse'))
export type ImageUse = z.infer<typeof imageUse>

/** Returns whether this server issued the URL. Others could use it as an image proxy. */
export function isOwnImageAddress(url: string, use: ImageUse, signature: string): boolean {
  return verifySignature('show-image', `${use} ${url}`, signature)
}

/** Returns the URL on this blog of a third-party image, which readers' browsers do not contact. */
export function imageAddress(url: string, use: ImageUse): string {
  const signature = sign('show-image', `${use} ${url}`)
  return `/api/og-image?${new URLSearchParams({ url, use, signature })}`
}

/** Returns a preview whose images are served by this blog. */
export function withOwnImages(preview: LinkPreview): LinkPreview {
  const image = preview.image === '' ? '' : imageAddress(preview.image, 'card')
  return { ...preview, image, favicon: imageAddress(preview.favicon, 'icon') }
}
