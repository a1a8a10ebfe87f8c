import { SpentLink } from '@/components/admin/people/spent-link'

export default function SpentResetLink() {
  return <SpentLink advice="Ask for a new one at the sign-in." />
}
