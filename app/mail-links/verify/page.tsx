import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AddressForm } from '@/components/mail/address-form'
import { Message } from '@/components/ui/message'
import { AppError } from '@/lib/errors'
import { linkError } from '@/lib/mail/mail-links'
import { getAddressToVerify } from '@/lib/mail/verify-address'
import { commentPath } from '@/lib/paths'

export const dynamic = 'force-dynamic'

/** The URL of this page is a secret, so it is not sent to other sites as a referrer. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('mailLinks')
  return { title: t('verify.title'), robots: { index: false }, referrer: 'same-origin' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

/** Opening this page changes nothing, because mail software follows links. */
export default async function VerifyPage({ searchParams }: Props) {
  const t = await getTranslations('mailLinks')
  const { token } = await searchParams
  const asked = await getAddressToVerify(String(token)).catch(linkError)
  if (asked instanceof AppError) return <Message title={t('invalid')}>{asked.detail}</Message>
  const cause = asked.comments.find(({ id }) => id === asked.commentId)
  if (asked.isVerified && cause) {
    return (
      <Message title={t('verified.heading')}>
        {t.rich('verified.text', {
          isPending: String(cause.status === 'pending'),
          comment: (words) => <a href={commentPath(cause.slug, cause.id)}>{words}</a>,
          data: (words) => <a href="/privacy/your-data#address">{words}</a>,
        })}
      </Message>
    )
  }
  if (asked.comments.length === 0)
    return <Message title={t('verified.nothing')}>{t('verified.deleted')}</Message>
  return <AddressForm asked={asked} token={String(token)} />
}
