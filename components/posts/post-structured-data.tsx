import { describeComments } from '@/components/comments/describe-comments'
import type { ShownComment } from '@/lib/comments/shown-comment'
import { env } from '@/lib/env'
import type { Post } from '@/lib/posts/post'
import { postPath } from './post-path'

type Props = { post: Post; threads: ShownComment[]; comments: number }

/** The post in schema.org's words, for search engines. Without a known origin there is no address to give. */
export function PostStructuredData({ post, threads, comments }: Props) {
  const { SITE_URL } = env()
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    ...(post.summary !== '' && { description: post.summary }),
    datePublished: post.publishedAt.toISOString(),
    dateModified: post.updatedAt.toISOString(),
    keywords: post.tags,
    commentCount: comments,
    comment: describeComments(threads, SITE_URL),
    ...(SITE_URL && { url: SITE_URL + postPath(post.slug) }),
  }
  // Within a script element only “<” could end it.
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
}
