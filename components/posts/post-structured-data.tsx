import { isTombstone } from '@/lib/comments/comment'
import type { ShownComment } from '@/lib/comments/reading/list-threads'
import { env } from '@/lib/env'
import { commentPath, postPath, sharedImage } from '@/lib/paths'
import type { Post } from '@/lib/posts/post'
import { changedAt } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'

type Props = {
  post: Post
  threads: ShownComment[]
  comments: number
  views: number
  words: number
  blog: Blog
  language: string
}

/** Describes comments in schema.org terms. Replies to a deleted comment move up to its level. */
function describeComments(comments: ShownComment[], origin = ''): object[] {
  return comments.flatMap((comment) => {
    const replies = describeComments(comment.replies, origin)
    if (isTombstone(comment)) return replies
    return {
      '@type': 'Comment',
      author: { '@type': 'Person', name: comment.author_name },
      datePublished: comment.created_at,
      text: comment.content,
      // Relative to the URL of the page if the origin is unknown (JSON-LD 1.1, 4.1.3).
      url: origin + commentPath(comment.post_slug, comment.id),
      ...(replies.length > 0 && { comment: replies }),
    }
  })
}

/** The post as schema.org JSON-LD for search engines. Without a known origin, it omits URLs. */
export function PostStructuredData({
  post,
  threads,
  comments,
  views,
  words,
  blog,
  language,
}: Props) {
  const { SITE_URL } = env()
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    ...(post.summary !== '' && { description: post.summary }),
    datePublished: post.publishedAt.toISOString(),
    dateModified: changedAt(post).toISOString(),
    inLanguage: language,
    wordCount: words,
    keywords: post.tags,
    author: {
      '@type': blog.author === '' ? 'Organization' : 'Person',
      name: blog.author || blog.name,
    },
    publisher: { '@type': 'Organization', name: blog.name, ...(SITE_URL && { url: SITE_URL }) },
    commentCount: comments,
    comment: describeComments(threads, SITE_URL),
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/ReadAction',
        userInteractionCount: views,
      },
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CommentAction',
        userInteractionCount: comments,
      },
    ],
    ...(SITE_URL && {
      url: SITE_URL + postPath(post.slug),
      mainEntityOfPage: SITE_URL + postPath(post.slug),
      image: [sharedImage(post, SITE_URL)],
    }),
  }
  // The JSON-LD escapes “<”, the only character that could end the script element.
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
