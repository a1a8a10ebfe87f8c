import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AdminNotice } from '@/components/admin/admin-notice'
import { type AdminPageProps, AdminTabs } from '@/components/admin/admin-page'
import { type Actor, hasRole } from '@/lib/auth/actor'
import { requireStaff } from '@/lib/http/session/require-staff'

/** The links in the header, in order, each with the role that its page requires. */
const sections = [
  { name: 'posts', href: '/admin/posts', role: 'writer' },
  { name: 'pages', href: '/admin/pages', role: 'owner' },
  { name: 'comments', href: '/admin/comments', role: 'moderator' },
  { name: 'images', href: '/admin/images', role: 'writer' },
  { name: 'stats', href: '/admin/stats', role: 'owner' },
  { name: 'sites', href: '/admin/sites', role: 'owner' },
] as const

/** The tabs of the settings pages, in order, each with the role that its page requires. */
const settings = [
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

/** Returns the sections that a staff member may use. */
export const sectionsFor = (actor: Actor) => sections.filter(({ role }) => hasRole(actor, role))

/** Returns the settings pages that a staff member may use. */
export const settingsPagesFor = (actor: Actor) =>
  settings.filter(({ role }) => hasRole(actor, role))

/**
 * Creates the page of a section: its heading, with the tabs of the settings pages if it is one of
 * them, the result of the last form, and its content. Only permitted staff can open it.
 */
export const sectionPage =
  (
    name: (typeof sections | typeof settings)[number]['name'],
    content: (actor: Actor, query: Awaited<AdminPageProps['searchParams']>) => Promise<ReactNode>,
  ) =>
  async ({ searchParams }: AdminPageProps) => {
    const { href, role } =
      [...sections, ...settings].find((page) => page.name === name) ?? notFound()
    const actor = await requireStaff(href, role)
    const [query, t] = await Promise.all([searchParams, getTranslations('admin')])
    return (
      <>
        {settings.some((page) => page.name === name) && (
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
        <AdminNotice error={query.error} done={query.done} />
        {await content(actor, query)}
      </>
    )
  }
