import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
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
import { save, saveBlog, saveLinks } from './actions'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('settings')

export default async function SettingsPage({ searchParams }: AdminPageProps) {
  const { at } = await searchParams
  const actor = await requireStaff('/admin/settings', 'owner')
  const [{ words, navigation, comments }, blog] = await Promise.all([
    getBlogSettings(actor),
    getBlog(),
  ])
  const { commentsOff, commentsCloseAfterDays } = comments
  const [t, admin] = await Promise.all([getTranslations('settings'), getTranslations('admin')])
  return (
    <ClientMessages namespaces={['settingsClient', 'adminErrors']}>
      <SectionHead name="settings" searchParams={searchParams} />
      <AdminSection title={t('general')}>
        <BlogForm key={at} details={words} blog={blog} save={saveBlog}>
          <ChoiceLists />
        </BlogForm>
      </AdminSection>
      <AdminSection title={t('navigation')}>
        <p className="admin-muted">{t('navigationHint')}</p>
        <NavigationForm key={at} links={navigation} save={saveLinks} />
      </AdminSection>
      <AdminSection title={admin('sections.comments')}>
        <AdminForm action={save} submit={admin('save')}>
          <label className="admin-check">
            <input type="checkbox" name="off" value="yes" defaultChecked={commentsOff} />{' '}
            {t('commentsOff')}
          </label>
          <AdminField
            name="days"
            label={t('days')}
            type="number"
            min={1}
            max={36_500}
            inputMode="numeric"
            defaultValue={commentsCloseAfterDays ?? ''}
            hint={t('daysHint')}
          />
        </AdminForm>
      </AdminSection>
      <AdminSection title={t('export')}>
        <p className="admin-muted">{t('exportAbout')}</p>
        <p>
          <a href="/admin/export" download className="admin-link">
            {t('exportComments')}
          </a>
        </p>
      </AdminSection>
    </ClientMessages>
  )
}
