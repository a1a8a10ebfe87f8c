import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { previewComment } from '@/app/(blog)/posts/preview-comment'
import { CommentSection } from '@/components/comments/comment-section'
import { LikeButton } from '@/components/comments/like-button'
import { AuthorBox } from '@/components/posts/author-box'
import { CopyCode } from '@/components/posts/copy-code'
import { languageOf, PostArticle } from '@/components/posts/post-article'
import { ReadNext } from '@/components/posts/post-list'
import { PostStructuredData } from '@/components/posts/post-structured-data'
import { PostTags } from '@/components/posts/post-tags'
import { documentTitle } from '@/components/ui/document-title'
import { countOfPost, listThreads } from '@/lib/comments/reading/list-threads'
import { env } from '@/lib/env'
import { noStaticParams } from '@/lib/http/responses'
import { outlinePost } from '@/lib/markdown/outline-post'
import { commentFeedPath, markdownPath, postPath, sharedImage } from '@/lib/paths'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { changedAt, showsComments } from '@/lib/posts/post'
import { getNextPost } from '@/lib/posts/reading/get-next-post'
import { getBlog } from '@/lib/settings/get-blog'
import { getViews } from '@/lib/views/get-views'
import { readPost } from './read-post'

/** `isPage`: true for the route of pages, `/slug`. */
type Props = { params: Promise<{ slug: string; isPage?: true }> }

export const generateStaticParams = noStaticParams

const readOwnPost = async ({ slug, isPage }: Awaited<Props['params']>) => readPost(slug, '', isPage)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [post, blog, comments, posts] = await Promise.all([
    readOwnPost(await params),
    getBlog(),
    getTranslations('comments'),
    getTranslations('posts'),
  ])
  const path = postPath(post.slug, post.isPage)
  const title = post.metaTitle || post.title
  const description = post.metaDescription || post.summary
  const author = post.author || blog.author
  const { SITE_URL } = env()
  return {
    title: documentTitle(title),
    description,
    ...(author !== '' && { authors: [{ name: author }] }),
    ...(post.noindex && { robots: { index: false } }),
    alternates: {
      canonical: post.canonical || path,
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
      ...(author !== '' && { authors: author }),
      ...(SITE_URL && {
        images: [
          post.socialImage === ''
            ? { url: sharedImage(post, SITE_URL), alt: post.coverAlt || post.title }
            : { url: sharedImage({ ...post, cover: post.socialImage }, SITE_URL), alt: title },
        ],
      }),
    },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function PostPage({ params }: Props) {
  const [post, blog] = await Promise.all([params.then(readOwnPost), getBlog()])
  const language = languageOf(post, blog) ?? blog.language
  const [page, { comments, likes }, views, previews, outline, next] = await Promise.all([
    listThreads(post.slug, { order: blog.order }),
    countOfPost(post.slug),
    getViews(post.slug),
    getLinkCards(post.content),
    outlinePost(post.content, language),
    post.isPage ? undefined : getNextPost(post.id),
  ])
  return (
    <>
      <PostStructuredData
        post={post}
        blog={blog}
        views={views}
        comments={comments}
        words={outline.words}
        language={language}
      />
      <PostArticle
        post={post}
        blog={blog}
        previews={previews}
        outline={outline}
        read={{ views, comments }}
      />
      <CopyCode />
      {!post.isPage && <PostTags tags={post.tags} />}
      {showsComments(post, comments) && <LikeButton likes={likes} />}
      {!post.isPage && <AuthorBox blog={blog} writer={post.author} />}
      {next && <ReadNext post={next} />}
      {showsComments(post, comments) && (
        <CommentSection
          slug={post.slug}
          page={page}
          count={comments}
          isClosed={post.commentsClosed}
          preview={previewComment}
        />
      )}
    </>
  )
}
