import { feedTitle, type PostFeed } from './post-feed'

/** Writes posts as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function writeJsonFeed(feed: PostFeed): string {
  const { blog, origin, path, home, entries } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(feed),
    home_page_url: origin + home,
    feed_url: origin + path,
    ...(blog.description !== '' && { description: blog.description }),
    language: blog.language,
    authors: [{ name: blog.author || blog.name }],
    items: entries.map(({ id, url, title, summary, html, tags, publishedAt, updatedAt }) => ({
      id,
      url,
      title,
      ...(summary !== '' && { summary }),
      content_html: html,
      date_published: publishedAt.toISOString(),
      date_modified: updatedAt.toISOString(),
      ...(tags.length > 0 && { tags }),
    })),
  })
}
