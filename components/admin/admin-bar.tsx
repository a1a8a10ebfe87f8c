import type { ReactNode } from 'react'
import { SectionLink } from './section-link'

/** The sections of the admin area. Some are for the owner only. */
const sections = [
  { href: '/admin/posts', text: 'Posts', isOwners: true },
  { href: '/admin/comments', text: 'Comments', isOwners: false },
  { href: '/admin/blocks', text: 'Blocks', isOwners: false },
  { href: '/admin/images', text: 'Images', isOwners: true },
  { href: '/admin/stats', text: 'Figures', isOwners: true },
  { href: '/admin/settings', text: 'Settings', isOwners: true },
  { href: '/admin/people', text: 'People', isOwners: true },
  { href: '/admin/readers', text: 'Readers', isOwners: true },
  { href: '/admin/account', text: 'Account', isOwners: false },
]

type Props = { name: string; isOwner: boolean; signOut: ReactNode }

/** The header of every admin page: its sections and the signed-in user. */
export function AdminBar({ name, isOwner, signOut }: Props) {
  return (
    <header className="admin-bar">
      <nav aria-label="Admin">
        <ul>
          {sections
            .filter(({ isOwners }) => isOwner || !isOwners)
            .map(({ href, text }) => (
              <li key={href}>
                <SectionLink href={href} text={text} />
              </li>
            ))}
        </ul>
      </nav>
      <div className="admin-who">
        <bdi>{name}</bdi>
        {signOut}
      </div>
    </header>
  )
}
