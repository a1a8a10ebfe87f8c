import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AdminNotice } from './admin-notice'

export const adminSections = [
  { name: 'posts', role: 'owner' },
  { name: 'comments', role: 'moderator' },
  { name: 'blocks', role: 'moderator of all sites' },
  { name: 'sites', role: 'owner' },
  { name: 'import', role: 'owner' },
  { name: 'images', role: 'owner' },
  { name: 'stats', role: 'owner' },
  { name: 'settings', role: 'owner' },
  { name: 'people', role: 'owner' },
  { name: 'readers', role: 'owner' },
  { name: 'account', role: 'moderator' },
] as const

type SectionName = (typeof adminSections)[number]['name']

export type AdminPageProps = { searchParams: Promise<Record<string, string | undefined>> }

/** Returns the `generateMetadata` of a section’s page. */
export function sectionMetadata(name: SectionName): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations('admin'))(`sections.${name}`) })
}

/** The heading of a section’s page, with the result of the last form. */
export async function SectionHead({ name, searchParams }: AdminPageProps & { name: SectionName }) {
  const { fault, done } = await searchParams
  return (
    <>
      <h1>{(await getTranslations('admin'))(`sections.${name}`)}</h1>
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

export function AdminTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="admin-tabs">
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
