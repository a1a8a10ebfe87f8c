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
import { findOwnPostPreview } from './get-link-cards'

/** Minimum freshness of a preview in seconds; own posts may be edited at any time. */
const ownFreshSeconds = 3_600

/**
 * Returns the preview of any page: own posts from the database, others through `getLinkPreview`.
 * Both refuse the same URLs.
 * @throws as `getLinkPreview` does
 */
export async function previewLink(url: string): Promise<FoundLinkPreview> {
  parseTarget(url)
  const preview = await findOwnPostPreview(url)
  return preview ? { preview, freshForSeconds: ownFreshSeconds } : getLinkPreview(url)
}

/**
 * Returns the preview of a link for the editor. Images are served through this blog.
 * @param isForced fetches it now, despite a stored preview or a cached failure
 * @throws AppError `unauthorized`, `forbidden` for a moderator; as `getLinkPreview` does;
 * DatabaseUnavailable
 */
export async function previewPastedLink(
  actor: Actor | undefined,
  url: string,
  isForced: boolean,
): Promise<LinkPreview> {
  requireRole(actor, 'writer')
  const own = await findOwnPostPreview(url)
  if (own) return own
  return withOwnImages(isForced ? await renewLinkPreview(url) : (await getLinkPreview(url)).preview)
}
