import { markdownPath } from '@/components/posts/markdown-path'
import type { PostTitle } from '@/lib/posts/list-post-addresses'
import type { Blog } from '@/lib/settings/get-blog'

/** In one line, and without what would end a link's text. */
const words = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\]/g, '\\$&')
    .trim()

/** What the blog is and where its posts are read as Markdown, for language models (https://llmstxt.org). */
export function writeLlmsText({ blog, origin, posts }: { blog: Blog; origin: string; posts: PostTitle[] }): string {
  const rows = posts.map(({ slug, title, summary }) => {
    const said = words(summary)
    return `- [${words(title) || slug}](${origin}${markdownPath(slug)})${said === '' ? '' : `: ${said}`}`
  })
  const head = [`# ${words(blog.name)}`, ...(blog.description === '' ? [] : [`> ${words(blog.description)}`])]
  const services = `## For programs\n\n- [Feed of the newest posts](${origin}/feed.json)\n- [API description](${origin}/api/openapi.yaml): search, comments, view counts and link previews`
  return `${[...head, `## Posts\n\n${rows.join('\n')}`, services].join('\n\n')}\n`
}
