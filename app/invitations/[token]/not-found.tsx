import { useTranslations } from 'next-intl'
import { ExpiredLink } from '@/components/admin/admin-page'

export default function SpentInvitation() {
  return <ExpiredLink advice={useTranslations('signIn')('invitation.requestAgain')} />
}
