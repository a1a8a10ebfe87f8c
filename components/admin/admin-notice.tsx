import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { hasText } from '@/lib/i18n/has-text'

type Props = { error?: string | undefined; done?: string | undefined; children?: ReactNode }
type NoticeProps = Pick<Props, 'error' | 'children'> & { text: string | false | undefined }

export function Notice({ text, error, children }: NoticeProps) {
  return text ? (
    <p role={error ? 'alert' : 'status'} className="admin-notice">
      {text} {children}
    </p>
  ) : null
}

/**
 * Shows the error or result of the last form above it. A URL selects the message by its code and
 * cannot supply its own text.
 */
export function AdminNotice({ error, done = '' }: Props) {
  const errors = useTranslations('adminErrors')
  const notices = useTranslations('adminNotices')
  // Next.js passes a repeated parameter as an array.
  const code = String(error || done)
  const text = error
    ? hasText(errors, code) && errors(code)
    : hasText(notices, code) && notices(code)
  return <Notice text={text} error={error} />
}

/** Shows the error or result of the last form on a post, followed by a link. */
export function PostNotice({ error, done = '', children }: Props) {
  const errors = useTranslations('postFormClient.errors')
  const notices = useTranslations('postFormClient.done')
  const code = String(error || done)
  const text = error
    ? errors(hasText(errors, code) ? code : 'other')
    : hasText(notices, code) && notices(code)
  return (
    <Notice text={text} error={error}>
      {children}
    </Notice>
  )
}
