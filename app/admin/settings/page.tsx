import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminNotice } from '@/components/admin/admin-notice'
import { BlogForm } from '@/components/admin/settings/blog-form'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { CommentRulesForm } from '@/components/admin/settings/comment-rules-form'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import { getBlog } from '@/lib/settings/get-blog'
import { save, saveBlog, saveLinks } from './actions'
import '@/components/admin/settings/settings.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.settings') }
}

type Props = { searchParams: Promise<{ fault?: string; done?: string; at?: string }> }

/** The settings of the whole blog. */
export default async function SettingsPage({ searchParams }: Props) {
  const { fault, done, at } = await searchParams
  const actor = await requireStaff('/admin/settings', 'owner')
  const [{ words, navigation, comments }, blog] = await Promise.all([
    getBlogSettings(actor),
    getBlog(),
  ])
  const [t, admin] = await Promise.all([getTranslations('settings'), getTranslations('admin')])
  return (
    <ClientMessages namespaces={['settingsClient', 'adminErrors']}>
      <h1>{admin('sections.settings')}</h1>
      <AdminNotice fault={fault} done={done} />
      <section className="admin-section">
        <h2>{t('general')}</h2>
        <BlogForm key={at} words={words} blog={blog} save={saveBlog}>
          <ChoiceLists />
        </BlogForm>
      </section>
      <section className="admin-section">
        <h2>{t('navigation')}</h2>
        <p className="admin-muted">{t('navigationHint')}</p>
        <NavigationForm key={at} links={navigation} save={saveLinks} />
      </section>
      <section className="admin-section">
        <h2>{admin('sections.comments')}</h2>
        <CommentRulesForm settings={comments} save={save} />
      </section>
    </ClientMessages>
  )
}
