import { useTranslations } from 'next-intl'
import { ContentLang } from '@/components/ui/content-lang'
import type { AddressToVerify } from '@/lib/mail/verify-address'
import { excerptComment } from '@/lib/markdown/excerpt-comment'

/**
 * Lists the comments made with this address, and the button that confirms it. Readers choose their
 * own comments, because others may have entered the same address.
 */
export function AddressForm({ asked, token }: { asked: AddressToVerify; token: string }) {
  const t = useTranslations('mailLinks')
  return (
    <div className="py-10">
      <h1 className="font-medium text-title tracking-tight">{t('verify.title')}</h1>
      <p className="mt-5 text-lead text-muted">{t('verify.hint')}</p>
      <form method="post" action="/api/verify-address" className="comment-form mt-10">
        <input type="hidden" name="token" value={token} />
        <fieldset>
          <legend className="font-sans font-semibold text-small">{t('verify.comments')}</legend>
          {asked.comments.map(({ id, authorName, content, title }) => (
            <label key={id} className="mt-4 flex items-start gap-3">
              <input
                type="checkbox"
                name={`comment-${id}`}
                defaultChecked={id === asked.commentId}
                className="mt-0.5 size-5 shrink-0"
              />
              <span className="min-w-0">
                {t.rich('verify.comment', {
                  name: authorName,
                  author: (name) => <ContentLang className="font-semibold">{name}</ContentLang>,
                  title,
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
