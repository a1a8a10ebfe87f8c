import { env } from '@/lib/env'
import { postPath, sharedImage } from '@/lib/paths'
import { changedAt, type Post } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'

type Props = {
  post: Post
  comments: number
  views: number
  words: number
  blog: Blog
  language: string
}

/** The post as schema.org JSON-LD for search engines. Without a known origin, it omits URLs. */
export function PostStructuredData({ post, comments, views, words, blog, language }: Props) {
  const { SITE_URL } = env()
  const author = post.author || blog.author
  const data = {
    '@context': 'https://schema.org',
    '@type': post.isPage ? 'WebPage' : 'BlogPosting',
    headline: post.title,
    ...(post.summary !== '' && { description: post.summary }),
    datePublished: post.publishedAt.toISOString(),
    dateModified: changedAt(post).toISOString(),
    inLanguage: language,
    wordCount: words,
    keywords: post.tags,
    author: {
      '@type': author === '' ? 'Organization' : 'Person',
      name: author || blog.name,
    },
    publisher: { '@type': 'Organization', name: blog.name, ...(SITE_URL && { url: SITE_URL }) },
    commentCount: comments,
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
      url: SITE_URL + postPath(post.slug, post.isPage),
      mainEntityOfPage: SITE_URL + postPath(post.slug, post.isPage),
      image: [sharedImage(post, SITE_URL)],
    }),
  }
  // The JSON-LD escapes “<”, the only character that could end the script element.
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
