import 'server-only'
import { withOwnImages } from '@/lib/link-previews/images/image-address'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { getStoredLinkPreviews } from '@/lib/link-previews/store/get-link-preview'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { findOwnPostPreview, isOwnLink } from './own-post-link'

/**
 * Returns the link previews of a post's cards without fetching: own posts from their rows, other
 * pages from stored previews. Images are served through this blog.
 * @returns previews by the URL as written in the post, without unknown links
 * @throws DatabaseUnavailable
 */
export async function getLinkCards(content: string): Promise<Map<string, LinkPreview>> {
  const urls = findLinkCards(content)
  const [stored, own] = await Promise.all([
    getStoredLinkPreviews(urls.filter((url) => !isOwnLink(url))),
    Promise.all(
      urls.filter(isOwnLink).map(async (url) => ({ url, preview: await findOwnPostPreview(url) })),
    ),
  ])
  const cards = new Map([...stored].map(([url, preview]) => [url, withOwnImages(preview)]))
  for (const { url, preview } of own) if (preview) cards.set(url, preview)
  return cards
}
