import 'server-only'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { type FoundLinkPreview, getLinkPreview } from '@/lib/link-previews/store/get-link-preview'
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
