import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { previewComment } from '@/app/(blog)/posts/preview-comment'
import { CommentSection } from '@/components/comments/comment-section'
import { LikeButton } from '@/components/comments/like-button'
import { AuthorBox } from '@/components/posts/author-box'
import { CopyCode } from '@/components/posts/copy-code'
import { languageOf, PostArticle } from '@/components/posts/post-article'
import { PostStructuredData } from '@/components/posts/post-structured-data'
import { PostTags } from '@/components/posts/post-tags'
import { ReadNext } from '@/components/posts/read-next'
import { documentTitle } from '@/components/ui/document-title'
import { countOfPost, listThreads } from '@/lib/comments/reading/list-threads'
import { env } from '@/lib/env'
import { noStaticParams } from '@/lib/http/responses'
import { outlinePost } from '@/lib/markdown/outline-post'
import { commentFeedPath, markdownPath, postPath, sharedImage } from '@/lib/paths'
import { getPostOptions } from '@/lib/posts/editing/post-options'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { changedAt } from '@/lib/posts/post'
import { getNextPost } from '@/lib/posts/reading/get-next-post'
import { getBlog } from '@/lib/settings/get-blog'
import { getViews } from '@/lib/views/get-views'
import { readPost } from './read-post'

type Props = { params: Promise<{ slug: string }> }

/** Seconds, for data that no write revalidates, such as the view count. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [post, blog, comments, posts] = await Promise.all([
    readPost((await params).slug),
    getBlog(),
    getTranslations('comments'),
    getTranslations('posts'),
  ])
  const options = await getPostOptions(post.id)
  const path = postPath(post.slug)
  const title = options.metaTitle || post.title
  const description = options.metaDescription || post.summary
  const { SITE_URL } = env()
  return {
    title: documentTitle(title),
    description,
    ...(options.noindex && { robots: { index: false } }),
    alternates: {
      canonical: options.canonical || path,
      types: {
        'application/atom+xml': [
          {
            url: commentFeedPath(post.slug),
            title: comments('title.ofPost', { title: post.title }),
          },
        ],
        'text/markdown': [{ url: markdownPath(post.slug), title: posts('markdown') }],
      },
    },
    openGraph: {
      type: 'article',
      title,
      description,
      url: path,
      publishedTime: post.publishedAt.toISOString(),
      modifiedTime: changedAt(post).toISOString(),
      tags: post.tags,
      siteName: blog.name,
      ...(blog.author !== '' && { authors: blog.author }),
      ...(SITE_URL && {
        images: [
          options.socialImage === ''
            ? { url: sharedImage(post, SITE_URL), alt: post.coverAlt || post.title }
            : { url: sharedImage({ ...post, cover: options.socialImage }, SITE_URL), alt: title },
        ],
      }),
    },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function PostPage({ params }: Props) {
  const post = await readPost((await params).slug)
  const [blog, page, { comments, likes }, views, previews, outline, next] = await Promise.all([
    getBlog(),
    getBlog().then(({ order }) => listThreads(post.slug, { order })),
    countOfPost(post.slug),
    getViews(post.slug),
    getLinkCards(post.content),
    outlinePost(post.content),
    getNextPost(post.id),
  ])
  return (
    <>
      <PostStructuredData
        {...{ post, blog, views, comments }}
        words={outline.words}
        language={languageOf(post, blog) ?? blog.language}
      />
      <PostArticle {...{ post, blog, previews, outline }} read={{ views, comments }} />
      <CopyCode />
      <PostTags tags={post.tags} language={blog.language} />
      <LikeButton likes={likes} />
      <AuthorBox blog={blog} />
      {next && <ReadNext post={next} />}
      <CommentSection
        slug={post.slug}
        page={page}
        count={comments}
        isClosed={post.commentsClosed}
        preview={previewComment}
      />
    </>
  )
}
