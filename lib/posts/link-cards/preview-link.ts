import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { withOwnImages } from '@/lib/link-previews/images/image-address'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import {
  type FoundLinkPreview,
  getLinkPreview,
  renewLinkPreview,
} from '@/lib/link-previews/store/get-link-preview'
import { findOwnPostPreview } from './own-post-link'

/** Minimum freshness of a preview in seconds; own posts may be edited at any time. */
const ownFreshSeconds = 3_600

/**
 * Returns the preview of any page: own posts from the database, others through `getLinkPreview`.
 * Both refuse the same URLs.
 * @throws as `getLinkPreview` does
 */
export async function previewLink(url: string, signal?: AbortSignal): Promise<FoundLinkPreview> {
  parseTarget(url)
  const preview = await findOwnPostPreview(url)
  return preview
    ? { preview, freshForSeconds: ownFreshSeconds, stale: false }
    : getLinkPreview(url, signal)
}

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
