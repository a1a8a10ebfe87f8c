import type { ReactNode } from 'react'
import { RoomLink } from './section-link'

/** The rooms of the desk. A moderator has no use for the owner's. */
const rooms = [
  { href: '/desk/posts', text: 'Posts', isOwners: true },
  { href: '/desk/comments', text: 'Comments', isOwners: false },
  { href: '/desk/blocks', text: 'Blocks', isOwners: false },
  { href: '/desk/images', text: 'Images', isOwners: true },
  { href: '/desk/stats', text: 'Figures', isOwners: true },
  { href: '/desk/settings', text: 'Settings', isOwners: true },
  { href: '/desk/people', text: 'People', isOwners: true },
  { href: '/desk/readers', text: 'Readers', isOwners: true },
  { href: '/desk/account', text: 'Account', isOwners: false },
]

type Props = { name: string; isOwner: boolean; signOut: ReactNode }

/** What stands on top of every page of the desk: its rooms, and who is in. */
export function DeskBar({ name, isOwner, signOut }: Props) {
  return (
    <header className="desk-bar">
      <nav aria-label="Desk">
        <ul>
          {rooms
            .filter(({ isOwners }) => isOwner || !isOwners)
            .map(({ href, text }) => (
              <li key={href}>
                <RoomLink href={href} text={text} />
              </li>
            ))}
        </ul>
      </nav>
      <div className="desk-who">
        <bdi>{name}</bdi>
        {signOut}
      </div>
    </header>
  )
}
