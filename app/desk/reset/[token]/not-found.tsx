import { SpentLink } from '@/components/desk/spent-link'

export default function SpentResetLink() {
  return <SpentLink advice="Ask for a new one at the sign-in." />
}
