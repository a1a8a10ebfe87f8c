import 'server-only'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { type FoundLinkPreview, getLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import { findOwnPostPreview } from './own-post-link'

/** The least a preview holds: one of our own posts may be edited at any time. */
const ownFreshSeconds = 3_600

/**
 * The preview of any page: of one of the blog's own posts from the database, of any other as `getLinkPreview` has it. The
 * same URLs are refused of both.
 * @throws as `getLinkPreview` does
 */
export async function previewLink(url: string, signal?: AbortSignal): Promise<FoundLinkPreview> {
  parseTarget(url)
  const preview = await findOwnPostPreview(url)
  return preview
    ? { preview, freshForSeconds: ownFreshSeconds, stale: false }
    : getLinkPreview(url, signal)
}
