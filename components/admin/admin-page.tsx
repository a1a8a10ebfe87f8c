import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type messages from '@/messages/en.json'

type SectionName = keyof typeof messages.admin.sections

export type AdminPageProps = { searchParams: Promise<Record<string, string | undefined>> }

type AllTexts = Awaited<ReturnType<typeof getTranslations<never>>>

/** Returns the `generateMetadata` of a page with one of the messages as its title. */
export const titleMetadata = (titleOf: (t: AllTexts) => string) => async (): Promise<Metadata> => ({
  title: titleOf(await getTranslations()),
})

/** Returns the `generateMetadata` of a section’s page. */
export const sectionMetadata = (name: SectionName) =>
  titleMetadata((t) => t(`admin.sections.${name}`))

type SectionProps = { id?: string; title: string; about?: string; children: ReactNode }

export function AdminSection({ id, title, about, children }: SectionProps) {
  return (
    <section id={id} className="admin-section" aria-label={title}>
      <h2>{title}</h2>
      {about && <p className="admin-muted">{about}</p>}
      {children}
    </section>
  )
}

type RowsProps = { label: string; empty: string; emptyClass?: string; children: ReactNode[] }

/** A list, or a message if it is empty. */
export const AdminRows = ({ label, empty, emptyClass = 'admin-muted', children }: RowsProps) =>
  children.length === 0 ? (
    <p className={emptyClass}>{empty}</p>
  ) : (
    <ul className="admin-rows" aria-label={label}>
      {children}
    </ul>
  )

type Tab = { href: string; isCurrent: boolean; text: ReactNode }

type TabsProps = { label: string; tabs: Tab[]; className?: string }

export function AdminTabs({ label, tabs, className = '' }: TabsProps) {
  return (
    <nav aria-label={label} className={`admin-tabs ${className}`}>
      <ul>
        {tabs.map(({ href, isCurrent, text }) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function ExpiredLink({ advice }: { advice: string }) {
  const t = useTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('expired.title')}</h1>
      <p>{t('expired.about', { advice })}</p>
      <p className="admin-muted">
        <a href="/admin/sign-in">{t('back')}</a>
      </p>
    </div>
  )
}
