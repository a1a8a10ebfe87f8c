import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { hasText } from '@/lib/i18n/has-text'

type Props = { fault?: string | undefined; done?: string | undefined; children?: ReactNode }
type NoticeProps = Pick<Props, 'fault' | 'children'> & { text: string | false | undefined }

export function Notice({ text, fault, children }: NoticeProps) {
  return text ? (
    <p role={fault ? 'alert' : 'status'} className="admin-notice">
      {text} {children}
    </p>
  ) : null
}

/**
 * Shows the error or result of the last form above it. A URL selects the message by its code and
 * cannot supply its own text.
 */
export function AdminNotice({ fault, done = '' }: Props) {
  const errors = useTranslations('adminErrors')
  const notices = useTranslations('adminNotices')
  // Next.js passes a repeated parameter as an array.
  const code = String(fault || done)
  const text = fault
    ? hasText(errors, code) && errors(code)
    : hasText(notices, code) && notices(code)
  return <Notice text={text} fault={fault} />
}

/** Shows the error or result of the last form on a post, followed by a link. */
export function PostNotice({ fault, done = '', children }: Props) {
  const errors = useTranslations('postFormClient.faults')
  const notices = useTranslations('postFormClient.done')
  const code = String(fault || done)
  const text = fault
    ? errors(hasText(errors, code) ? code : 'other')
    : hasText(notices, code) && notices(code)
  return (
    <Notice text={text} fault={fault}>
      {children}
    </Notice>
  )
}
