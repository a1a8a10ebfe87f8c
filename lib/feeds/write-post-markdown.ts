import { stringify } from 'yaml'
import { postPath } from '@/lib/paths'
import type { Post } from '@/lib/posts/post'

/** Writes a post as its author wrote it, below YAML front matter with its metadata. */
export function writePostMarkdown(
  post: Post,
  { origin, author }: { origin: string; author: string },
): string {
  const header = {
    title: post.title,
    ...(author !== '' && { author }),
    date: post.publishedAt.toISOString(),
    updated: post.updatedAt.toISOString(),
    ...(post.summary !== '' && { summary: post.summary }),
    ...(post.tags.length > 0 && { tags: post.tags }),
    url: origin + postPath(post.slug, post.isPage),
  }
  const content = post.content.replace(/(?<!\n)\n*$/, '\n')
  return `---\n${stringify(header, { lineWidth: 0 })}---\n\n${content}`
}
