import type { Metadata } from 'next'
import { previewComment } from '@/app/posts/preview-comment'
import { commentFeedPath } from '@/components/comments/comment-path'
import { CommentSection } from '@/components/comments/comment-section'
import { LinkCard } from '@/components/link-previews/link-card'
import { PostHeader } from '@/components/posts/post-header'
import { postPath } from '@/components/posts/post-path'
import { PostStructuredData } from '@/components/posts/post-structured-data'
import { countPostComments } from '@/lib/comments/count-comments'
import { listThreads } from '@/lib/comments/list-threads'
import { inOwnWords } from '@/lib/link-previews/in-own-words'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { getLinkCards } from '@/lib/posts/get-link-cards'
import { getViews } from '@/lib/views/get-views'
import { readPost } from './read-post'

type Props = { params: Promise<{ slug: string }> }

/** Seconds: what no purge renews, such as the number of views, is renewed after that. */
export const revalidate = 300

/** None is made at build time, which has no database: each is made when first asked for. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await readPost((await params).slug)
  const canonical = postPath(post.slug)
  return {
    title: post.title,
    description: post.summary,
    alternates: { canonical, types: { 'application/atom+xml': [{ url: commentFeedPath(post.slug), title: `Comments on ${post.title}` }] } },
    openGraph: {
      type: 'article',
      title: post.title,
      description: post.summary,
      url: canonical,
      publishedTime: post.publishedAt.toISOString(),
      tags: post.tags,
    },
  }
}

export default async function PostPage({ params }: Props) {
  const post = await readPost((await params).slug)
  const [page, comments, views, previews] = await Promise.all([
    listThreads(post.slug),
    countPostComments(post.slug),
    getViews(post.slug),
    getLinkCards(post.content),
  ])
  const content = await renderPostMarkdown(post.content, (url, words) => {
    const preview = previews.get(url)
    return preview && <LinkCard preview={inOwnWords(preview, words)} href={url} />
  })
  return (
    <>
      <PostStructuredData post={post} threads={page.threads} comments={comments} />
      <article>
        <PostHeader post={post} views={views} comments={comments} />
        <div className="prose mt-10" dir="auto">
          {content}
        </div>
      </article>
      <CommentSection slug={post.slug} page={page} count={comments} isClosed={post.commentsClosed} preview={previewComment} />
    </>
  )
}
