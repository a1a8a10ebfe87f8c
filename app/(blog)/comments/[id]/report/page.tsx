import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId } from '@/app/(blog)/posts/[slug]/read-post'
import { QuotedComment } from '@/components/comments/quoted-comment'
import { ContentLang, contentLink } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { Message } from '@/components/ui/message'
import { isTombstone } from '@/lib/comments/comment'
import { type FoundComment, findComment } from '@/lib/comments/reading/find-comment'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { isFromThisMachine } from '@/lib/security/client-address'
import { isLocalSlug } from '@/lib/threads/site'
import { commentUrl } from '@/lib/threads/thread-url'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ done?: string | string[] }>
}

export const dynamic = 'force-dynamic'

const findReported = cache(async (idParam: string) => {
  const found = await findComment(readCommentId(idParam))
  if (!found || isTombstone(found.comment)) return undefined
  const isLocal = isLocalSlug(found.comment.post_slug)
  return isLocal && !isFromThisMachine(await headers()) ? undefined : found
})

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('reports')
  if ((await searchParams).done) return { title: t('thanks'), robots: { index: false } }
  const { comment, postTitle } = (await findReported((await params).id)) ?? notFound()
  return {
    title: documentTitle(t('title', { author: comment.author_name, title: postTitle })),
    robots: { index: false },
  }
}

/** The page of “Report”: the comment with one button, or a thank-you message after the report. */
export default async function ReportPage({ params, searchParams }: Props) {
  const t = await getTranslations('reports')
  const found = await findReported((await params).id)
  if ((await searchParams).done) return <Thanks found={found} />
  const { comment, postTitle, url } = found ?? notFound()
  const address = commentUrl({ slug: comment.post_slug, url }, comment.id)
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('heading')}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich('comment', { title: postTitle, post: contentLink(address) })}
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
          <a href={address}>{t('cancel')}</a>
        </p>
      </form>
    </>
  )
}

/** The message after a report, which is the same for new and repeated reports. */
async function Thanks({ found }: { found: FoundComment | undefined }) {
  const t = await getTranslations('reports')
  return (
    <Message title={t('thanks')}>
      <p>{t('done')}</p>
      <p className="mt-5">
        {found ? (
          <a href={commentUrl({ slug: found.comment.post_slug, url: found.url }, found.comment.id)}>
            {t.rich('backToPost', {
              title: found.postTitle,
              post: (title) => <ContentLang>{title}</ContentLang>,
            })}
          </a>
        ) : (
          <a href="/">{(await getTranslations('navigation'))('allPosts')}</a>
        )}
      </p>
    </Message>
  )
}
