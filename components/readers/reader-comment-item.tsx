import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath, postPath } from '@/lib/paths'
import type { ReaderComment } from '@/lib/readers/get-reader-data'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

const states = { published: 'published', pending: 'awaits moderation', deleted: 'taken down' }

/** A comment as its author sees it: its post, its state and its earlier versions. */
export async function ReaderCommentItem({ comment }: { comment: ReaderComment }) {
  const { id, post, status, author_name, content, created_at, earlier_texts, waiting_content } =
    comment
  return (
    <article className="border-rule border-s-2 ps-5">
      <div className="font-sans text-fine text-muted">
        <h2 className="inline">
          <ContentLang className="font-semibold text-ink text-small">{author_name}</ContentLang>
        </h2>
        {' under '}
        <a href={status === 'published' ? commentPath(post.slug, id) : postPath(post.slug)}>
          <ContentLang>{post.title}</ContentLang>
        </a>{' '}
        · <DateTime value={new Date(created_at)} withTime /> · {states[status]}
        {earlier_texts.length > 0 && ' · edited: the earlier texts are in the download'}
        {waiting_content !== null && ' · an edit awaits moderation'}
      </div>
      <div
        className="prose prose-comment mt-2"
        lang={ownLanguage((await getBlog()).language)}
        dir="auto"
      >
        {await renderCommentMarkdown(content, { isInThread: false })}
      </div>
    </article>
  )
}
