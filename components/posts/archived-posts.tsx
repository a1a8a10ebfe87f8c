import { dayFormat } from '@/components/ui/day-format'
import { postPath } from '@/lib/paths'
import type { ArchivedPost } from '@/lib/posts/reading/list-archive'
import type { Blog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

/** `byDay`: several posts may share a day, which is then shown once. */
type Props = { posts: ArchivedPost[]; byDay: boolean; blog: Pick<Blog, 'language' | 'timeZone'> }

type Day = { name: string; at: Date; posts: ArchivedPost[] }

/** Posts with their dates, in the given order. */
export function ArchivedPosts({ posts, byDay, blog }: Props) {
  const day = dayFormat(blog, { month: 'short', day: 'numeric' })
  const days: Day[] = []
  for (const post of posts) {
    const [name, last] = [day.format(post.publishedAt), days.at(-1)]
    if (byDay && last?.name === name) last.posts.push(post)
    else days.push({ name, at: post.publishedAt, posts: [post] })
  }
  return (
    <ol className="archive" lang={ownLanguage(blog.language)}>
      {days.map(({ name, at, posts }) => (
        <li key={posts[0]?.slug}>
          <time dateTime={at.toISOString()}>{name}</time>
          {byDay ? (
            <ol>
              {posts.map((post) => (
                <li key={post.slug}>
                  <PostLink {...post} />
                </li>
              ))}
            </ol>
          ) : (
            posts.map((post) => <PostLink key={post.slug} {...post} />)
          )}
        </li>
      ))}
    </ol>
  )
}

function PostLink({ slug, title }: ArchivedPost) {
  return (
    <a href={postPath(slug)} dir="auto">
      {title}
    </a>
  )
}
