import { getTranslations } from 'next-intl/server'
import {
  type AdminPageProps,
  AdminSection,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { BlogForm } from '@/components/admin/settings/blog-form'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import { getBlog } from '@/lib/settings/get-blog'
import { saveBlog, saveLinks } from './actions'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('general')

export default async function SettingsPage({ searchParams }: AdminPageProps) {
  const { at } = await searchParams
  const actor = await requireStaff('/admin/settings', 'owner')
  const [{ words, navigation }, blog, t] = await Promise.all([
    getBlogSettings(actor),
    getBlog(),
    getTranslations('settings'),
  ])
  return (
    <ClientMessages namespaces={['settingsClient', 'adminErrors']}>
      <SectionHead name="general" actor={actor} searchParams={searchParams} />
      <BlogForm key={at} details={words} blog={blog} save={saveBlog}>
        <ChoiceLists />
      </BlogForm>
      <AdminSection title={t('navigation')}>
        <p className="admin-muted">{t('navigationHint')}</p>
        <NavigationForm key={at} links={navigation} save={saveLinks.bind(null, 'navigation')} />
      </AdminSection>
    </ClientMessages>
  )
}
