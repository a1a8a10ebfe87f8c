import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AdminNotice } from '@/components/admin/admin-notice'
import { type AdminPageProps, AdminTabs } from '@/components/admin/admin-page'
import { type Actor, hasRole } from '@/lib/auth/actor'
import { requireStaff } from '@/lib/http/session/require-staff'

/** The sections and the settings pages, with the role that each requires. */
const pages = {
  posts: { href: '/admin/posts', role: 'writer' },
  pages: { href: '/admin/pages', role: 'owner' },
  comments: { href: '/admin/comments', role: 'moderator' },
  images: { href: '/admin/images', role: 'writer' },
  stats: { href: '/admin/stats', role: 'owner' },
  sites: { href: '/admin/sites', role: 'owner' },
  general: { href: '/admin/settings', role: 'owner' },
  appearance: { href: '/admin/settings/appearance', role: 'owner' },
  commentSettings: { href: '/admin/settings/comments', role: 'owner' },
  people: { href: '/admin/people', role: 'owner' },
  account: { href: '/admin/account', role: 'staff' },
  blocks: { href: '/admin/blocks', role: 'moderator of all sites' },
  readers: { href: '/admin/readers', role: 'owner' },
  import: { href: '/admin/import', role: 'owner' },
  status: { href: '/admin/settings/status', role: 'owner' },
} as const
type PageName = keyof typeof pages

/** The order of the links in the header, and of the tabs of the settings pages. */
const sections = ['posts', 'pages', 'comments', 'images', 'stats', 'sites'] as const
const settings = [
  'general',
  'appearance',
  'commentSettings',
  'people',
  'account',
  'blocks',
  'readers',
  'import',
  'status',
] as const

function linksFor<Name extends PageName>(actor: Actor, names: readonly Name[]) {
  return names
    .filter((name) => hasRole(actor, pages[name].role))
    .map((name) => ({ name, href: pages[name].href }))
}

/** Returns the sections that a staff member may use. */
export const sectionsFor = (actor: Actor) => linksFor(actor, sections)

/** Returns the settings pages that a staff member may use. */
export const settingsPagesFor = (actor: Actor) => linksFor(actor, settings)

/**
 * Creates the page of a section: its heading, with the tabs of the settings pages if it is one of
 * them, the result of the last form, and its content. Only permitted staff can open it.
 */
export const sectionPage =
  (
    name: PageName,
    content: (actor: Actor, query: Awaited<AdminPageProps['searchParams']>) => Promise<ReactNode>,
  ) =>
  async ({ searchParams }: AdminPageProps) => {
    const actor = await requireStaff(pages[name].href, pages[name].role)
    const [query, t] = await Promise.all([searchParams, getTranslations('admin')])
    return (
      <>
        {settings.some((one) => one === name) && (
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
        <AdminNotice fault={query.fault} done={query.done} />
        {await content(actor, query)}
      </>
    )
  }
