import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SectionLink } from './section-link'

/** The sections of the admin area. Some are for the owner only. */
const sections = [
  { name: 'posts', isOwners: true },
  { name: 'comments', isOwners: false },
  { name: 'blocks', isOwners: false },
  { name: 'images', isOwners: true },
  { name: 'stats', isOwners: true },
  { name: 'settings', isOwners: true },
  { name: 'people', isOwners: true },
  { name: 'readers', isOwners: true },
  { name: 'account', isOwners: false },
] as const

type Props = { name: string; isOwner: boolean; signOut: ReactNode }

/** The header of every admin page: its sections and the signed-in user. */
export function AdminBar({ name, isOwner, signOut }: Props) {
  const t = useTranslations('admin')
  return (
    <header className="admin-bar">
      <nav aria-label={t('label')}>
        <ul>
          {sections
            .filter(({ isOwners }) => isOwner || !isOwners)
            .map((section) => (
              <li key={section.name}>
                <SectionLink href={`/admin/${section.name}`} text={t(`sections.${section.name}`)} />
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
