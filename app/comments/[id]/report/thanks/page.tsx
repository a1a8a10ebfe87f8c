import type { Metadata } from 'next'
import { readCommentId } from '@/app/posts/[slug]/read-post'
import { ContentLang } from '@/components/ui/content-lang'
import { Message } from '@/components/ui/message'
import { findComment } from '@/lib/comments/reading/find-comment'
import { commentPath } from '@/lib/paths'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Thank you', robots: { index: false } }

/** The page after a plain report. It is the same for new and repeated reports. */
export default async function ThanksPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readCommentId((await params).id)
  const found = await findComment(id)
  return (
    <Message title="Thank you">
      <p>The comment is reported.</p>
      <p className="mt-5">
        {found ? (
          <a href={commentPath(found.comment.post_slug, id)}>
            Back to “<ContentLang>{found.postTitle}</ContentLang>”
          </a>
        ) : (
          <a href="/">All posts</a>
        )}
      </p>
    </Message>
  )
}
