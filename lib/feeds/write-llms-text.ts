import { archivePath, markdownPath } from '@/lib/paths'
import type { PostTitle } from '@/lib/posts/reading/list-post-addresses'
import type { Blog } from '@/lib/settings/get-blog'

/** The maximum number of posts listed. The file must be short enough to be read as a whole. */
export const llmsPostsMax = 200

/** Folds text into one line and escapes brackets and backslashes, which could end a link's text. */
const words = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\]/g, '\\$&')
    .trim()

/**
 * Describes the blog and lists its posts as Markdown, for language models (https://llmstxt.org).
 * @param posts newest first. If there are more than `llmsPostsMax`, the text lists the first ones
 *   and links to the archive and the sitemap.
 */
export function writeLlmsText({
  blog,
  origin,
  posts,
}: {
  blog: Blog
  origin: string
  posts: PostTitle[]
}): string {
  const rows = posts.slice(0, llmsPostsMax).map(({ slug, title, summary }) => {
    const description = words(summary)
    const link = `- [${words(title) || slug}](${origin}${markdownPath(slug)})`
    return description === '' ? link : `${link}: ${description}`
  })
  const head = [
    `# ${words(blog.name)}`,
    ...(blog.description === '' ? [] : [`> ${words(blog.description)}`]),
  ]
  const all =
    '## All posts\n\n' +
    `- [Archive](${origin}${archivePath()}): all posts, year by year, and month by month ` +
    `where there are many; the newest ${llmsPostsMax} are listed above\n` +
    `- [Sitemap](${origin}/sitemap.xml): the addresses of all posts; ` +
    'each is read as Markdown with .md behind it'
  const services =
    '## For programs\n\n' +
    `- [Feed of the newest posts](${origin}/feed.json)\n` +
    `- [API description](${origin}/api/openapi.yaml): ` +
    'search, comments, view counts and link previews'
  const sections = [
    ...head,
    `## Posts\n\n${rows.join('\n')}`,
    ...(posts.length > llmsPostsMax ? [all] : []),
    services,
  ]
  return `${sections.join('\n\n')}\n`
}
