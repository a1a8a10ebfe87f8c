import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { saveAppearance, saveLinks } from '@/app/admin/settings/actions'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { UnsavedInput } from '@/components/admin/settings/unsaved-input'
import { ClientMessages } from '@/components/i18n/client-messages'
import { themeColors } from '@/components/ui/theme-colors'
import { blogLimits } from '@/lib/settings/blog-limits'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import '@/components/admin/posts/posts.css'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('appearance')

export default sectionPage('appearance', async (actor, { at }) => {
  const { options } = await getBlogSettings(actor)
  const [t, admin] = await Promise.all([getTranslations('settings'), getTranslations('admin')])
  const field = (name: 'logo' | 'picture' | 'bio' | 'footer') => ({
    name,
    label: t(name),
    hint: t(`${name}Hint`),
    defaultValue: options[name],
  })
  const path = { placeholder: t('logoPath'), spellCheck: false, isImage: true }
  return (
    <ClientMessages namespaces={['settingsClient', 'postFormClient', 'editor']}>
      <UnsavedInput key={at} />
      <SettingsForm
        key={at}
        save={saveAppearance}
        submit={admin('save')}
        fields={[
          { ...field('logo'), ...path },
          { ...field('picture'), ...path },
          { ...field('bio'), maxLength: blogLimits.bioLengthMax, dir: 'auto' },
          {
            name: 'accent',
            type: 'color',
            label: t('accent'),
            hint: t('accentHint', { color: themeColors.accent }),
            defaultValue: options.accent || themeColors.accent,
          },
          { ...field('footer'), maxLength: blogLimits.footerLengthMax, dir: 'auto' },
        ]}
      />
      <AdminSection title={t('social')} about={t('socialHint')}>
        <NavigationForm
          example="https://"
          key={at}
          links={options.social}
          save={saveLinks.bind(null, 'social')}
        />
      </AdminSection>
    </ClientMessages>
  )
})
