import { useTranslations } from 'next-intl'
import { SpentLink } from '@/components/admin/people/spent-link'

export default function SpentInvitation() {
  return <SpentLink advice={useTranslations('signIn')('invitation.requestAgain')} />
}
