import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId } from '@/app/(blog)/posts/[slug]/read-post'
import { QuotedComment } from '@/components/comments/quoted-comment'
import { contentLink } from '@/components/ui/content-lang'
import { DateTime } from '@/components/ui/date-time'
import { documentTitle } from '@/components/ui/document-title'
import { findComment } from '@/lib/comments/reading/find-comment'
import { getOwnComment, type OwnComment } from '@/lib/comments/writing/own-comment'
import { AppError } from '@/lib/errors'
import { ownCommentCookieName } from '@/lib/http/cookies/reader-cookies'
import { orNotFound } from '@/lib/http/or-not-found'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'
import { isLocalSlug } from '@/lib/threads/site'
import { commentUrl, threadUrl } from '@/lib/threads/thread-url'

type Props = { params: Promise<{ id: string }> }

export const dynamic = 'force-dynamic'

/**
 * Returns the comment to the browser that has its cookie. Other browsers are redirected to the
 * public comment. If the comment is not public, `own` is undefined, because its author may have
 * lost the cookie.
 */
const readComment = cache(async (idParam: string) => {
  const id = readCommentId(idParam)
  const token = (await cookies()).get(ownCommentCookieName(id))?.value ?? ''
  try {
    return { own: await orNotFound(() => getOwnComment(id, token)), token }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unauthorized')) throw error
    const found = await findComment(id)
    if (!found || isLocalSlug(found.comment.post_slug)) return { own: undefined, token }
    return redirect(commentUrl({ slug: found.comment.post_slug, url: found.url }, id))
  }
})

function stateOf({ status, waitingContent }: OwnComment) {
  if (status !== 'published') return 'pending'
  return waitingContent === null ? 'published' : 'changePending'
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('ownCommentPage')
  const { own } = await readComment((await params).id)
  return {
    title: documentTitle(
      own
        ? t('title', { heading: t(`heading.${stateOf(own)}`), title: own.postTitle })
        : t('awaitingApproval'),
    ),
    robots: { index: false },
  }
}

/** The page to which a plain form redirects. Only the author of the comment sees the forms. */
export default async function OwnCommentPage({ params }: Props) {
  const t = await getTranslations('ownCommentPage')
  const { own, token } = await readComment((await params).id)
  if (!own)
    return (
      <>
        <h1 className="font-medium text-title tracking-tight">{t('awaitingApproval')}</h1>
        <p className="mt-5 text-lead text-muted">{t('unknownAuthor')}</p>
      </>
    )
  const { comment, status, waitingContent, postTitle, url } = own
  const thread = { slug: comment.post_slug, url }
  const address = status === 'published' ? commentUrl(thread, comment.id) : threadUrl(thread)
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t(`heading.${stateOf(own)}`)}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich(`state.${stateOf(own)}`, {
          title: postTitle,
          post: contentLink(address),
        })}
      </p>
      <QuotedComment author={comment.author_name} content={waitingContent ?? comment.content} />
      <OwnCommentForms own={own} token={token} />
    </>
  )
}

/** The plain forms with which authors edit their comment, while that is allowed, and delete it. */
async function OwnCommentForms({ own, token }: { own: OwnComment; token: string }) {
  const t = await getTranslations('ownCommentPage')
  const form = await getTranslations('commentForm')
  const { language } = await getBlog()
  const { comment, waitingContent, editableUntil } = own
  const action = `/api/comments/${comment.id}`
  return (
    <>
      {editableUntil > new Date() && (
        <form method="post" action={action} className="comment-form mt-12">
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="edit_token" value={token} />
          <div className="comment-field">
            <label htmlFor="own-content">{t('edit')}</label>
            <textarea
              id="own-content"
              name="content"
              rows={6}
              required
              lang={await markedLanguage(language)}
              dir="auto"
              defaultValue={waitingContent ?? comment.content}
              aria-describedby="until"
            />
            <small id="until">
              {t.rich('editableUntil', {
                time: () => <DateTime value={editableUntil} withTime />,
              })}
            </small>
          </div>
          <p className="comment-buttons">
            <button type="submit">{form('save')}</button>
          </p>
        </form>
      )}
      <details className="comment-form mt-10">
        <summary>{t('delete')}</summary>
        <form method="post" action={action} className="comment-form mt-2">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="edit_token" value={token} />
          <p>{t('deletionHint')}</p>
          <p className="comment-buttons">
            <button type="submit">{t('confirm')}</button>
          </p>
        </form>
      </details>
    </>
  )
}
