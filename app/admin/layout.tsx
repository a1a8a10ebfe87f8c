import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { signOut } from '@/app/admin/account/actions'
import { ButtonForm } from '@/components/admin/admin-form'
import { SignedOutFrame } from '@/components/admin/signed-out-frame'
import { Icon } from '@/components/editor/icon'
import { ClientMessages } from '@/components/i18n/client-messages'
import { richTags } from '@/components/i18n/rich-tags'
import { NavigationLink } from '@/components/ui/navigation-link'
import { type Actor, hasRole } from '@/lib/auth/actor'
import { countForAdmin } from '@/lib/comments/moderation/count-for-admin'
import { signedIn, staffLanguage } from '@/lib/http/session/signed-in'
import { getBlog } from '@/lib/settings/get-blog'
import { directionOf } from '@/lib/settings/language'
import { setStaffLanguage } from '@/lib/settings/page-language'
import { countWord } from '@/lib/text/count-max'
import { sectionsFor, settingsPagesFor } from './section-page'
import '@/components/admin/admin-shell.css'

/** Shows the number of pending comments in the title of every page. */
export async function generateMetadata(): Promise<Metadata> {
  setStaffLanguage(staffLanguage)
  const [actor, { name }] = await Promise.all([signedIn(), getBlog()])
  const pending = await countPending(actor)
  const number = pending > 0 ? `(${countWord(pending)}) ` : ''
  return {
    title: {
      default: name,
      template: `${number}%s · ${name.replaceAll('%s', '% s')}`,
    },
    robots: { index: false, follow: false },
  }
}

export const dynamic = 'force-dynamic'

/**
 * The frame of the admin area, in the language that the staff member has chosen. It does not check
 * permissions: every page and action checks the session itself.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  setStaffLanguage(staffLanguage)
  const actor = await signedIn()
  if (!actor) return <SignedOutFrame>{children}</SignedOutFrame>
  const locale = await getLocale()
  return (
    <div className="admin-frame" lang={locale} dir={directionOf(locale)}>
      <AdminHeader actor={actor} />
      <main id="content">
        <div className="admin">
          <ClientMessages namespaces={['copyField', 'settingsClient', 'statsClient']}>
            {children}
          </ClientMessages>
        </div>
      </main>
    </div>
  )
}

/** Returns the number of pending comments that a staff member may moderate. */
const countPending = async (actor: Actor | undefined) =>
  actor && hasRole(actor, 'moderator') ? (await countForAdmin(actor)).pending : 0

async function AdminHeader({ actor }: { actor: Actor }) {
  const [{ name }, pending] = await Promise.all([getBlog(), countPending(actor)])
  const [t, texts] = await Promise.all([getTranslations('admin'), getTranslations('postList')])
  const settings = settingsPagesFor(actor).map(({ href }) => href)
  return (
    <header className="admin-bar">
      <nav aria-label={t('label')}>
        <ul>
          <li className="admin-home">
            <NavigationLink href="/admin" within={[]}>
              <span aria-hidden="true">{[...name][0]}</span>
              <span>{t('sections.home')}</span>
            </NavigationLink>
          </li>
          {sectionsFor(actor).map(({ name: section, href }) => (
            <li key={section}>
              <NavigationLink href={href} within={[href]}>
                {t(`sections.${section}`)}
                {section === 'comments' && pending > 0 && (
                  <span className="admin-count">
                    {t.rich('pending', { count: countWord(pending), ...richTags })}
                  </span>
                )}
              </NavigationLink>
              {section === 'posts' && (
                <a
                  href="/admin/posts/new"
                  className="admin-new"
                  aria-label={texts('new', { kind: 'post' })}
                >
                  <Icon path="M12 5v14M5 12h14" size={18} />
                </a>
              )}
            </li>
          ))}
          <li>
            <NavigationLink href={settings[0] ?? '/admin/account'} within={settings}>
              {t('sections.settings')}
            </NavigationLink>
          </li>
        </ul>
      </nav>
      <div className="admin-account">
        <bdi>{actor.name}</bdi>
        <a href="/">{t('viewSite')}</a>
        <ButtonForm action={signOut}>{t('signOut')}</ButtonForm>
      </div>
    </header>
  )
}
