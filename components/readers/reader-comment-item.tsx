import { useTranslations } from 'next-intl'
import { use } from 'react'
import { ContentLang } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath, postPath } from '@/lib/paths'
import type { ReaderComment } from '@/lib/readers/get-reader-data'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

/** A comment as its author sees it: its post, its state and its earlier versions. */
export function ReaderCommentItem({ comment }: { comment: ReaderComment }) {
  const t = useTranslations('yourData')
  const { id, post, status, author_name, content, created_at, earlier_texts, waiting_content } =
    comment
  return (
    <article className="border-rule border-s-2 ps-5">
      <div className="font-sans text-fine text-muted">
        {t.rich('comment', {
          name: author_name,
          author: (name) => (
            <h2 className="inline">
              <ContentLang className="font-semibold text-ink text-small">{name}</ContentLang>
            </h2>
          ),
          title: post.title,
          post: (title) => (
            <a href={status === 'published' ? commentPath(post.slug, id) : postPath(post.slug)}>
              <ContentLang>{title}</ContentLang>
            </a>
          ),
          time: () => <DateTime value={new Date(created_at)} withTime />,
          status,
          isEdited: String(earlier_texts.length > 0),
          isEditWaiting: String(waiting_content !== null),
        })}
      </div>
      <div
        className="prose prose-comment mt-2"
        lang={ownLanguage(use(getBlog()).language)}
        dir="auto"
      >
        <Text content={content} />
      </div>
    </article>
  )
}

async function Text({ content }: { content: string }) {
  return renderCommentMarkdown(content, { isInThread: false })
}
