import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { KeptTokens } from '@/components/comments/kept-tokens'
import { Message } from '@/components/ui/message'
import { isMailEnabled } from '@/lib/mail/mail-settings'

export const dynamic = 'force-dynamic'

type Props = { searchParams: Promise<{ done?: string | string[] }> }

/** Returns the result of a form, to which its route redirects. */
async function readResult({ searchParams }: Props) {
  const { done } = await searchParams
  return (['sent', 'erased'] as const).find((one) => one === done)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations('yourData')
  const done = await readResult(props)
  if (done) return { title: t(`${done}.heading`), robots: { index: false } }
  return { title: t('title'), description: t('description') }
}

/** Offers two ways to find a reader's data: this browser or an address. */
export default async function YourDataPage(props: Props) {
  const t = await getTranslations('yourData')
  const done = await readResult(props)
  if (done)
    return (
      <Message title={t(`${done}.heading`)}>
        <p>{t(`${done}.text`)}</p>
        <p className="mt-5">
          <a href="/">{(await getTranslations('navigation'))('allPosts')}</a>
        </p>
      </Message>
    )
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('title')}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich('intro', { link: (words) => <a href="/privacy">{words}</a> })}
      </p>
      <section aria-labelledby="browser" className="mt-12">
        <h2 id="browser" className="font-medium text-heading tracking-tight">
          {t('browser.heading')}
        </h2>
        <form method="post" action="/comments/yours" className="comment-form mt-4">
          <KeptTokens />
          <p>{t('browser.hint')}</p>
          <details>
            <summary>{t('browser.tokens')}</summary>
            <div className="comment-field mt-2">
              <label htmlFor="tokens">{t('browser.tokensLabel')}</label>
              <textarea
                id="tokens"
                name="tokens"
                rows={4}
                spellCheck={false}
                autoComplete="off"
                aria-describedby="tokens-hint"
              />
              <small id="tokens-hint">{t('browser.tokensHint')}</small>
            </div>
          </details>
          <p className="comment-buttons">
            <button type="submit">{t('browser.submit')}</button>
          </p>
        </form>
      </section>
      <section aria-labelledby="address" className="mt-12">
        <h2 id="address" className="font-medium text-heading tracking-tight">
          {t('address.heading')}
        </h2>
        {isMailEnabled() ? (
          <form method="post" action="/privacy/your-data/by-address" className="comment-form mt-4">
            <div className="comment-field">
              <label htmlFor="author-email">{t('address.label')}</label>
              <input
                id="author-email"
                name="author_email"
                type="email"
                autoComplete="email"
                required
                maxLength={254}
                aria-describedby="address-hint"
              />
              <small id="address-hint">{t('address.hint')}</small>
            </div>
            <p className="comment-buttons">
              <button type="submit">{t('address.submit')}</button>
            </p>
          </form>
        ) : (
          <p className="mt-4">{t('address.noMail')}</p>
        )}
      </section>
    </>
  )
}
