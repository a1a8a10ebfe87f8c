import { getTranslations } from 'next-intl/server'
import { linkMetadata } from '@/app/(blog)/mail-links/link-metadata'
import { Message } from '@/components/ui/message'
import { AppError } from '@/lib/errors'
import { linkError } from '@/lib/mail/mail-links'
import { getSubscription } from '@/lib/mail/unsubscribe'

export const dynamic = 'force-dynamic'

export const generateMetadata = linkMetadata('unsubscribe')

type Props = { searchParams: Promise<{ token?: string | string[] }> }

/** Opening this page changes nothing, because mail software follows links. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const t = await getTranslations('mailLinks')
  const { token } = await searchParams
  const state = await getSubscription(String(token)).catch(linkError)
  if (state instanceof AppError) return <Message title={t('invalid')}>{state.detail}</Message>
  const { isSubscribed, title } = state
  const intent = isSubscribed ? 'unsubscribe' : 'subscribe'
  const ofThread = isSubscribed ? 'unfollow' : 'follow'
  const name = title === undefined ? intent : ofThread
  return (
    <Message title={t(`${name}.heading`)}>
      <p>{t(`${name}.text`, { title: title ?? '' })}</p>
      <form method="post" action="/api/unsubscribe" className="comment-form mt-8">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value={intent} />
        <p className="comment-buttons">
          <button type="submit">{t(`${name}.submit`)}</button>
        </p>
      </form>
    </Message>
  )
}
