import 'server-only'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { env } from '@/lib/env'
import type { LinkPreview } from './link-preview'

/** What a picture is for: the large one of a card, or the icon of its site. */
export const imageUse = z.enum(['card', 'icon'], 'must be “card” or “icon”')
export type ImageUse = z.infer<typeof imageUse>

const shared = globalThis as typeof globalThis & { afterwordImageSecret?: string }

/** Where no secret is configured, as in development, addresses hold as long as the process that gave them out. */
function ownSecret(): string {
  // Next loads this file once for pages and once for routes.
  shared.afterwordImageSecret ??= randomBytes(32).toString('base64url')
  return shared.afterwordImageSecret
}

/** The first signs; any of them is believed, so that a secret can be replaced without breaking pages that are out. */
function secrets(): string[] {
  return [env().AUTH_SECRET ?? ownSecret()].flat()
}

function signatureOf(url: string, use: ImageUse, secret: string): string {
  // 128 bits are more than anybody guesses. The words in front keep it from being a signature of anything else.
  return createHmac('sha256', secret).update(`og-image ${use} ${url}`).digest('base64url').slice(0, 22)
}

/** Whether we gave out this address ourselves: without that, anybody could have us fetch any picture for his own site. */
export function isOwnImageAddress(url: string, use: ImageUse, signature: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return secrets().some((secret) => timingSafeEqual(digest(signature), digest(signatureOf(url, use, secret))))
}

/** The address on this blog under which a stranger's picture is shown, so that no reader's browser calls the stranger. */
export function imageAddress(url: string, use: ImageUse): string {
  const [secret = ownSecret()] = secrets()
  return `/api/og-image?${new URLSearchParams({ url, use, signature: signatureOf(url, use, secret) })}`
}

/** A preview whose pictures are shown through this blog. */
export function withOwnImages(preview: LinkPreview): LinkPreview {
  const image = preview.image === '' ? '' : imageAddress(preview.image, 'card')
  return { ...preview, image, favicon: imageAddress(preview.favicon, 'icon') }
}
