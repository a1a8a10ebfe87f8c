import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId } from '@/app/posts/[slug]/read-post'
import { QuotedComment } from '@/components/comments/quoted-comment'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { isTombstone } from '@/lib/comments/comment'
import { findComment } from '@/lib/comments/reading/find-comment'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { commentPath } from '@/lib/paths'

type Props = { params: Promise<{ id: string }> }

export const dynamic = 'force-dynamic'

const readReported = cache(async (given: string) => {
  const found = await findComment(readCommentId(given))
  return found && !isTombstone(found.comment) ? found : notFound()
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('reports')
  const { comment, postTitle } = await readReported((await params).id)
  return {
    title: documentTitle(t('title', { author: comment.author_name, title: postTitle })),
    robots: { index: false },
  }
}

/** The target of “Report”: shows the comment and one button. */
export default async function ReportPage({ params }: Props) {
  const t = await getTranslations('reports')
  const { comment, postTitle } = await readReported((await params).id)
  const path = commentPath(comment.post_slug, comment.id)
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('heading')}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich('comment', {
          title: postTitle,
          post: (title) => (
            <a href={path}>
              <ContentLang>{title}</ContentLang>
            </a>
          ),
        })}
      </p>
      <QuotedComment author={comment.author_name} content={comment.content} />
      <form
        method="post"
        action={`/api/comments/${comment.id}/report`}
        className="comment-form mt-10"
      >
        <p>
          {t.rich('explanation', {
            count: reportsToHold,
            link: (words) => <a href="/privacy#reports">{words}</a>,
          })}
        </p>
        <p className="comment-buttons">
          <button type="submit">{t('submit')}</button>
          <a href={path}>{t('cancel')}</a>
        </p>
      </form>
    </>
  )
}
