import 'server-only'
import { siteOrigin } from '@/lib/env'
import { isOwnHost } from '@/lib/link-previews/fetch/parse-target'
import { withOwnImages } from '@/lib/link-previews/images/image-address'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { getStoredLinkPreviews } from '@/lib/link-previews/store/get-link-preview'
import { shownLinkCards } from '@/lib/markdown/parse-post-markdown'
import { slugLengthMax } from '@/lib/posts/post'
import { getPost } from '@/lib/posts/reading/get-posts'
import { getBlog } from '@/lib/settings/get-blog'
import { decodePart, parseUrl } from '@/lib/text/parse-url'

/** Returns whether a link leads to this blog, which never fetches itself. */
export function isOwnLink(url: string): boolean {
  if (!/^\s*https?:/i.test(url) || !parseUrl(url)) return false
  const link = new URL(url)
  // Other ports of `localhost` are other sites.
  return isOwnHost(link) && link.port === new URL(siteOrigin()).port
}

/** Returns the slug in the URL of a post; undefined for any other URL. */
function slugOf(url: string): string | undefined {
  const [, encoded] = /^\/posts\/([^/]+)\/?$/.exec(new URL(url).pathname) ?? []
  if (encoded === undefined) return undefined
  const slug = decodePart(encoded)?.normalize('NFC')
  return slug !== undefined && [...slug].length <= slugLengthMax ? slug : undefined
}

/**
 * Returns the preview of one of the blog's posts from the database; undefined if the link does not
 * lead to a public post.
 * @throws DatabaseUnavailable
 */
export async function findOwnPostPreview(url: string): Promise<LinkPreview | undefined> {
  const slug = isOwnLink(url) ? slugOf(url) : undefined
  const post = slug === undefined ? undefined : await getPost(slug)
  if (!post) return undefined
  const origin = siteOrigin()
  return {
    title: post.title,
    description: post.summary,
    image: '',
    siteName: (await getBlog()).name,
    url: `${origin}/posts/${encodeURIComponent(post.slug)}`,
    favicon: `${origin}/icon.svg`,
  }
}

/**
 * Returns the link previews of a post's cards without fetching: own posts from their rows, other
 * pages from stored previews. Images are served through this blog.
 * @returns previews by the URL as written in the post, without unknown links
 * @throws DatabaseUnavailable
 */
export async function getLinkCards(content: string): Promise<Map<string, LinkPreview>> {
  const urls = shownLinkCards(content)
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
