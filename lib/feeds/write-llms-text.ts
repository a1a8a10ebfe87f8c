import { archivePath, markdownPath } from '@/lib/paths'
import type { PostTitle } from '@/lib/posts/reading/list-post-addresses'
import type { Blog } from '@/lib/settings/get-blog'

/** Posts that are listed, the newest: it is to be short enough to be read whole. */
export const llmsPostsMax = 200

/** In one line, and without what would end a link's text. */
const words = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\]/g, '\\$&')
    .trim()

/**
 * What the blog is and where its posts are read as Markdown, for language models (https://llmstxt.org).
 * @param posts newest first: of more than `llmsPostsMax` those are listed, and where all of them are
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
    const said = words(summary)
    return `- [${words(title) || slug}](${origin}${markdownPath(slug)})${said === '' ? '' : `: ${said}`}`
  })
  const head = [
    `# ${words(blog.name)}`,
    ...(blog.description === '' ? [] : [`> ${words(blog.description)}`]),
  ]
  const all = `## All posts\n\n- [Archive](${origin}${archivePath()}): all posts, year by year, and month by month where there are many; the newest ${llmsPostsMax} are listed above\n- [Sitemap](${origin}/sitemap.xml): the addresses of all posts; each is read as Markdown with .md behind it`
  const services = `## For programs\n\n- [Feed of the newest posts](${origin}/feed.json)\n- [API description](${origin}/api/openapi.yaml): search, comments, view counts and link previews`
  return `${[...head, `## Posts\n\n${rows.join('\n')}`, ...(posts.length > llmsPostsMax ? [all] : []), services].join('\n\n')}\n`
}
