import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId, readPost } from '@/app/posts/[slug]/read-post'
import { previewComment } from '@/app/posts/preview-comment'
import { CommentInContext } from '@/components/comments/comment-in-context'
import { documentTitle } from '@/components/ui/document-title'
import { getCommentInContext } from '@/lib/comments/reading/list-threads'
import { commentPagePath } from '@/lib/paths'

type Props = { params: Promise<{ slug: string; id: string }> }

/** Seconds. Every write also revalidates the pages of comments, like their post. */
export const revalidate = 300

/** Returns no paths, because a build has no database. Pages are rendered on first request. */
export function generateStaticParams() {
  return []
}

/** Loads the comment once per render, for both the metadata and the page. */
const readComment = cache(getCommentInContext)

async function readPage({ params }: Props) {
  const { slug, id: text } = await params
  const id = readCommentId(text)
  const post = await readPost(slug, `/comments/${id}`)
  return { post, context: (await readComment(post.slug, id)) ?? notFound() }
}

/**
 * A comment without replies appears on another page as well, which is the one for search engines.
 */
export async function generateMetadata(props: Props): Promise<Metadata> {
  const [t, { post, context }] = await Promise.all([getTranslations('comments'), readPage(props)])
  const author = context.comment.author_name
  return {
    title: documentTitle(
      author === ''
        ? t('title.comment', { title: post.title })
        : t('title.byAuthor', { author, title: post.title }),
    ),
    alternates: { canonical: commentPagePath(post.slug, context.comment.id) },
    ...(context.threads.length === 0 && { robots: { index: false, follow: true } }),
  }
}

export default async function CommentPage(props: Props) {
  return <CommentInContext preview={previewComment} {...(await readPage(props))} />
}
