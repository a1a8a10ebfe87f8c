import type { CommentPage } from '@/lib/comments/comment'
import type { PreviewComment } from './comment-form'
import { CommentThread } from './comment-thread'
import { CommentWriter } from './comment-writer'

type Props = { slug: string; page: CommentPage; count: number; isClosed: boolean; preview: PreviewComment }

/** @param count of all the post's comments, on this page and those after it */
export function CommentSection({ slug, page, count, isClosed, preview }: Props) {
  return (
    <section
      id="comments"
      data-closed={isClosed || undefined}
      aria-labelledby="comments-heading"
      className="mt-20 border-rule border-t pt-10"
    >
      <h2 id="comments-heading" className="font-medium text-heading tracking-tight">
        {count === 0 ? 'No comments yet' : count === 1 ? 'One comment' : `${count.toLocaleString('en')} comments`}
      </h2>
      <div className="mt-8">
        <CommentThread comments={page.comments} />
      </div>
      {page.nextCursor !== null && <p className="mt-10 font-sans text-muted text-small">These are the first; the API has the rest.</p>}
      <CommentWriter slug={slug} isClosed={isClosed} preview={preview} />
    </section>
  )
}
