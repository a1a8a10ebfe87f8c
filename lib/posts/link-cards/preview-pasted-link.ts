import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { withOwnImages } from '@/lib/link-previews/images/image-address'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { renewLinkPreview } from '@/lib/link-previews/store/renew-link-preview'
import { findOwnPostPreview } from './own-post-link'
import { previewLink } from './preview-link'

/**
 * What the card of a link will show on the page, for who writes it. Its pictures are shown through this blog.
 *
 * @param options.anew by fetching it now, in spite of what is stored or of a failure that is remembered
 * @param options.signal says that who asks has gone: what is fetched for nobody else is broken off
 * @throws AppError `unauthorized`; as `getLinkPreview` does; DatabaseUnavailable
 */
export async function previewPastedLink(
  actor: Actor | undefined,
  url: string,
  { anew, signal }: { anew: boolean; signal?: AbortSignal },
): Promise<LinkPreview> {
  requireRole(actor, 'moderator')
  const own = await findOwnPostPreview(url)
  if (own) return own
  return withOwnImages(
    anew ? await renewLinkPreview(url, signal) : (await previewLink(url, signal)).preview,
  )
}
