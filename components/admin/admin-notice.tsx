import { useTranslations } from 'next-intl'
import { hasText } from '@/components/i18n/has-text'

type Props = { fault?: string | undefined; done?: string | undefined }

/**
 * Shows the error or result of the last form above it. A URL selects the message by its code and
 * cannot supply its own text.
 */
export function AdminNotice({ fault, done = '' }: Props) {
  const [errors, notices] = [useTranslations('adminErrors'), useTranslations('adminNotices')]
  const text = fault
    ? hasText(errors, fault) && errors(fault)
    : hasText(notices, done) && notices(done)
  return text ? (
    <p role={fault ? 'alert' : 'status'} className="admin-notice">
      {text}
    </p>
  ) : null
}
