import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { linkMetadata } from '@/app/(blog)/mail-links/link-metadata'
import { ThreadList } from '@/components/readers/thread-list'
import { ContentLang } from '@/components/ui/content-lang'
import { Message } from '@/components/ui/message'
import { AppError } from '@/lib/errors'
import { linkError } from '@/lib/mail/mail-links'
import { getAddressToVerify } from '@/lib/mail/verify-address'
import { excerptComment } from '@/lib/markdown/excerpt-comment'
import { commentUrl, threadTitle } from '@/lib/threads/thread-url'

export const dynamic = 'force-dynamic'

export const generateMetadata = linkMetadata('verify')

type Props = { searchParams: Promise<{ token?: string | string[] }> }

/**
 * Lists the comments made with an address, the pages it follows, and the button that confirms it.
 * Readers choose their own comments, because others may have entered the same address. Opening
 * this page changes nothing, because mail software follows links.
 */
export default async function VerifyPage({ searchParams }: Props) {
  const t = await getTranslations('mailLinks')
  const { token } = await searchParams
  const verification = await getAddressToVerify(String(token)).catch(linkError)
  if (verification instanceof AppError)
    return <Message title={t('invalid')}>{verification.detail}</Message>
  const data = (words: ReactNode) => <a href="/privacy/your-data#address">{words}</a>
  const cause = verification.comments.find(({ id }) => id === verification.commentId)
  if (cause?.isVerified) {
    return (
      <Message title={t('verified.heading')}>
        {t.rich('verified.text', {
          isPending: String(cause.status === 'pending'),
          comment: (words) => <a href={commentUrl(cause, cause.id)}>{words}</a>,
          data,
        })}
      </Message>
    )
  }
  const follows = verification.follows.filter(({ isVerified }) => !isVerified)
  if (verification.follows.length > 0 && follows.length === 0)
    return <Message title={t('verified.heading')}>{t.rich('verified.follows', { data })}</Message>
  if (verification.comments.length + follows.length === 0)
    return <Message title={t('verified.nothing')}>{t('verified.deleted')}</Message>
  return (
    <div className="py-10">
      <h1 className="font-medium text-title tracking-tight">{t('verify.title')}</h1>
      {follows.length > 0 && (
        <>
          <p className="mt-5 text-lead text-muted">{t('verify.follows')}</p>
          <ThreadList threads={follows} />
        </>
      )}
      {verification.comments.length > 0 && (
        <p className="mt-5 text-lead text-muted">{t('verify.hint')}</p>
      )}
      <form method="post" action="/api/verify-address" className="comment-form mt-10">
        <input type="hidden" name="token" value={String(token)} />
        <fieldset hidden={verification.comments.length === 0}>
          <legend className="font-sans font-semibold text-small">{t('verify.comments')}</legend>
          {verification.comments.map(({ id, authorName, content, slug, title }) => (
            <label key={id} className="mt-4 flex items-start gap-3">
              <input
                type="checkbox"
                name={`comment-${id}`}
                defaultChecked={id === verification.commentId}
                className="mt-0.5 size-5 shrink-0"
              />
              <span className="min-w-0">
                {t.rich('verify.comment', {
                  name: authorName,
                  author: (name) => <ContentLang className="font-semibold">{name}</ContentLang>,
                  title: threadTitle({ slug, title }),
                  post: (title) => <ContentLang>{title}</ContentLang>,
                  text: excerptComment(content),
                  excerpt: (text) => <ContentLang className="text-muted">{text}</ContentLang>,
                })}
              </span>
            </label>
          ))}
        </fieldset>
        <p className="comment-buttons mt-6">
          <button type="submit">{t('verify.submit')}</button>
        </p>
      </form>
    </div>
  )
}
