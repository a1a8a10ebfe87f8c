import { useTranslations } from 'next-intl'
import { SpentLink } from '@/components/admin/people/spent-link'

export default function SpentResetLink() {
  return <SpentLink advice={useTranslations('signIn')('reset.requestAgain')} />
}
