import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { withOwnImages } from '@/lib/link-previews/images/image-address'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { renewLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import { findOwnPostPreview } from './own-post-link'
import { previewLink } from './preview-link'

/**
 * Returns the preview of a link for the editor. Images are served through this blog.
 * @param options.anew fetches it now, despite a stored preview or a cached failure
 * @param options.signal aborts the fetch unless other callers wait for it
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
