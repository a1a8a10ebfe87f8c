import { useTranslations } from 'next-intl'
import { followSentId } from '@/lib/threads/thread-paths'
import { Honeypot } from './honeypot'

/**
 * The form to follow a thread by e-mail. Without JavaScript, the API redirects to the last
 * paragraph, which is visible only as the target of the URL.
 */
export function FollowForm({ slug }: { slug: string }) {
  const t = useTranslations('comments.follow')
  return (
    <>
      <details className="follow mt-4 font-sans text-fine">
        <summary className="inline-block cursor-pointer py-1 text-muted">{t('heading')}</summary>
        <form
          method="post"
          action="/api/comments/follows"
          className="comment-form mt-3 max-w-[30rem]"
          data-sent={t('sent')}
          data-failed={t('failed')}
        >
          <input type="hidden" name="slug" value={slug} />
          <Honeypot />
          <div className="comment-field">
            <label htmlFor="follow-email">{t('email')}</label>
            <input
              id="follow-email"
              name="author_email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              aria-describedby="follow-hint"
            />
            <small id="follow-hint">{t('hint')}</small>
          </div>
          <p className="comment-buttons">
            <button type="submit">{t('submit')}</button>
          </p>
          <p role="status" className="comment-message text-ink" />
        </form>
      </details>
      <p id={followSentId} tabIndex={-1} className="comment-notice mt-3 hidden target:block">
        {t('sent')}
      </p>
    </>
  )
}
