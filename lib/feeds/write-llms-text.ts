import { translator } from '@/lib/i18n/translator'
import { archivePath, markdownPath } from '@/lib/paths'
import type { PostAddress } from '@/lib/posts/reading/list-post-addresses'
import type { Blog } from '@/lib/settings/get-blog'

/** The maximum number of posts listed. The file must be short enough to be read as a whole. */
export const llmsPostsMax = 200

/** Folds text into one line and escapes brackets and backslashes, which could end a link's text. */
const escapeLine = (text: string) =>
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
  posts: Omit<PostAddress, 'isPage' | 'updatedAt'>[]
}): string {
  const t = translator('feeds')
  const link = (path: string) => (text: string) => `[${text}](${origin}${path})`
  const rows = posts.slice(0, llmsPostsMax).map(({ slug, title, summary }) => {
    const description = escapeLine(summary)
    const row = `- ${link(markdownPath(slug))(escapeLine(title) || slug)}`
    return description === '' ? row : `${row}: ${description}`
  })
  const item = (key: 'archive' | 'sitemap' | 'feed' | 'api', path: string) =>
    `- ${t.markup(`llms.${key}`, { link: link(path), count: llmsPostsMax })}`
  const all = [item('archive', archivePath()), item('sitemap', '/sitemap.xml')]
  const services = [item('feed', '/feed.json'), item('api', '/api/openapi.yaml')]
  const sections = [
    `# ${escapeLine(blog.name)}`,
    ...(blog.description === '' ? [] : [`> ${escapeLine(blog.description)}`]),
    `## ${t('llms.posts')}\n\n${rows.join('\n')}`,
    ...(posts.length > llmsPostsMax ? [`## ${t('llms.all')}\n\n${all.join('\n')}`] : []),
    `## ${t('llms.programs')}\n\n${services.join('\n')}`,
  ]
  return `${sections.join('\n\n')}\n`
}
