import { dayFormat } from '@/components/ui/day-format'
import type { ArchivedPost } from '@/lib/posts/list-archive'
import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/settings/interface-language'
import { postPath } from './post-path'

/** `isCrowded`: there may be many of one day, which is said once. */
type Props = { posts: ArchivedPost[]; isCrowded: boolean; blog: Pick<Blog, 'language' | 'timeZone'> }

type Day = { name: string; at: Date; posts: ArchivedPost[] }

/** Posts and their days, as they come. */
export function ArchivedPosts({ posts, isCrowded, blog }: Props) {
  const day = dayFormat(blog, { month: 'short', day: 'numeric' })
  const days: Day[] = []
  for (const post of posts) {
    const [name, last] = [day.format(post.publishedAt), days.at(-1)]
    if (isCrowded && last?.name === name) last.posts.push(post)
    else days.push({ name, at: post.publishedAt, posts: [post] })
  }
  return (
    <ol className="archive" lang={ownLanguage(blog.language)}>
      {days.map(({ name, at, posts }) => (
        <li key={posts[0]?.slug}>
          <time dateTime={at.toISOString()}>{name}</time>
          {posts.map(({ slug, title }) => (
            <a key={slug} href={postPath(slug)} dir="auto">
              {title}
            </a>
          ))}
        </li>
      ))}
    </ol>
  )
}
