import { useTranslations } from 'next-intl'
import { ExpiredLink } from '@/components/admin/admin-page'

export default function ExpiredResetLink() {
  return <ExpiredLink advice={useTranslations('signIn')('reset.requestAgain')} />
}
