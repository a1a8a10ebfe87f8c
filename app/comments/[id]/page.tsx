import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readCommentId } from '@/app/posts/[slug]/read-post'
import { OwnCommentForms } from '@/components/comments/own-comment-forms'
import { ContentLang } from '@/components/ui/content-lang'
import { documentTitle } from '@/components/ui/document-title'
import { findComment } from '@/lib/comments/reading/find-comment'
import { getOwnComment, type OwnComment } from '@/lib/comments/writing/get-own-comment'
import { AppError } from '@/lib/errors'
import { ownCommentCookieName } from '@/lib/http/cookies/reader-cookies'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { commentPath, postPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

type Props = { params: Promise<{ id: string }> }

export const dynamic = 'force-dynamic'

/**
 * Returns the comment to the browser that has its cookie. Other browsers are redirected to the
 * public comment. If the comment is not public, `own` is undefined, because its author may have
 * lost the cookie.
 */
const readComment = cache(
  async (given: string): Promise<{ own: OwnComment | undefined; token: string }> => {
    const id = readCommentId(given)
    const token = (await cookies()).get(ownCommentCookieName(id))?.value ?? ''
    const own = await findOwn(id, token)
    if (own !== 'unauthorized') return own ? { own, token } : notFound()
    const found = await findComment(id)
    return found ? redirect(commentPath(found.comment.post_slug, id)) : { own: undefined, token }
  },
)

async function findOwn(
  id: number,
  token: string,
): Promise<OwnComment | 'unauthorized' | undefined> {
  try {
    return await getOwnComment(id, token)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return error.code
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

function stateOf({ status, waitingContent }: OwnComment) {
  if (status !== 'published') return 'pending'
  return waitingContent === null ? 'published' : 'changePending'
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('ownCommentPage')
  const { own } = await readComment((await params).id)
  return {
    title: documentTitle(
      own ? `${t(`heading.${stateOf(own)}`)}: ${own.postTitle}` : t('awaitingApproval'),
    ),
    robots: { index: false },
  }
}

/**
 * The page to which a plain form redirects. It shows the comment and, to its author only, the forms
 * to edit and delete it.
 */
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
  const { comment, status, waitingContent, postTitle, editableUntil } = own
  const path =
    status === 'published'
      ? commentPath(comment.post_slug, comment.id)
      : postPath(comment.post_slug)
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t(`heading.${stateOf(own)}`)}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich(`state.${stateOf(own)}`, {
          title: postTitle,
          post: (title) => (
            <a href={path}>
              <ContentLang>{title}</ContentLang>
            </a>
          ),
        })}
      </p>
      <article className="mt-10 border-rule border-s-2 ps-5">
        <h2 className="font-sans font-semibold text-small">
          <ContentLang>{comment.author_name}</ContentLang>
        </h2>
        <div
          className="prose prose-comment mt-2"
          lang={ownLanguage((await getBlog()).language)}
          dir="auto"
        >
          {await renderCommentMarkdown(waitingContent ?? comment.content, { isInThread: false })}
        </div>
      </article>
      <OwnCommentForms
        comment={{ ...comment, content: waitingContent ?? comment.content }}
        token={token}
        editableUntil={editableUntil}
      />
    </>
  )
}
