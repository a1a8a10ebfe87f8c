import { SpentLink } from '@/components/admin/people/spent-link'

export default function SpentInvitation() {
  return <SpentLink advice="Ask who invited you for a new one." />
}
