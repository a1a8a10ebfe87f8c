import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Actor, hasRole } from '@/lib/auth/actor'
import type messages from '@/messages/en.json'
import { AdminNotice } from './admin-notice'

/** The settings pages in the order of their tabs, with the role that each requires. */
const settingsPages = [
  { name: 'general', href: '/admin/settings', role: 'owner' },
  { name: 'appearance', href: '/admin/settings/appearance', role: 'owner' },
  { name: 'commentSettings', href: '/admin/settings/comments', role: 'owner' },
  { name: 'people', href: '/admin/people', role: 'owner' },
  { name: 'account', href: '/admin/account', role: 'staff' },
  { name: 'blocks', href: '/admin/blocks', role: 'moderator of all sites' },
  { name: 'readers', href: '/admin/readers', role: 'owner' },
  { name: 'import', href: '/admin/import', role: 'owner' },
  { name: 'status', href: '/admin/settings/status', role: 'owner' },
] as const

/** Returns the settings pages that a staff member may use. */
export const settingsPagesFor = (actor: Actor) =>
  settingsPages.filter(({ role }) => hasRole(actor, role))

type SectionName = keyof typeof messages.admin.sections

export type AdminPageProps = { searchParams: Promise<Record<string, string | undefined>> }

type AllTexts = Awaited<ReturnType<typeof getTranslations<never>>>

/** Returns the `generateMetadata` of a page with one of the texts as its title. */
export const titleMetadata = (titleOf: (t: AllTexts) => string) => async (): Promise<Metadata> => ({
  title: titleOf(await getTranslations()),
})

/** Returns the `generateMetadata` of a section’s page. */
export const sectionMetadata = (name: SectionName) =>
  titleMetadata((t) => t(`admin.sections.${name}`))

type HeadProps = AdminPageProps & {
  name: SectionName
  /** Shows the tabs of the settings pages that this staff member may use. */
  actor?: Actor
}

/** The heading of a section’s page, with the result of the last form. */
export async function SectionHead({ name, actor, searchParams }: HeadProps) {
  const [{ fault, done }, t] = await Promise.all([searchParams, getTranslations('admin')])
  return (
    <>
      {actor && (
        <AdminTabs
          label={t('sections.settings')}
          className="admin-settings-tabs"
          tabs={settingsPagesFor(actor).map((page) => ({
            href: page.href,
            isCurrent: page.name === name,
            text: t(`sections.${page.name}`),
          }))}
        />
      )}
      <h1>{t(`sections.${name}`)}</h1>
      <AdminNotice fault={fault} done={done} />
    </>
  )
}

export function AdminSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="admin-section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

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
