import { getTranslations } from 'next-intl/server'
import { saveAppearance, saveLinks } from '@/app/admin/settings/actions'
import {
  type AdminPageProps,
  AdminSection,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { themeColors } from '@/components/ui/theme-colors'
import { requireStaff } from '@/lib/http/session/require-staff'
import { blogLimits } from '@/lib/settings/blog-limits'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('appearance')

export default async function AppearancePage({ searchParams }: AdminPageProps) {
  const { at } = await searchParams
  const actor = await requireStaff('/admin/settings/appearance', 'owner')
  const [{ options }, t, admin] = await Promise.all([
    getBlogSettings(actor),
    getTranslations('settings'),
    getTranslations('admin'),
  ])
  const { bio, accent, footer, social } = options
  return (
    <>
      <SectionHead name="appearance" actor={actor} searchParams={searchParams} />
      <SettingsForm
        key={at}
        save={saveAppearance}
        submit={admin('save')}
        fields={[
          ...(['logo', 'picture'] as const).map((name) => ({
            name,
            label: t(name),
            hint: t(`${name}Hint`),
            defaultValue: options[name],
            placeholder: t('logoPath'),
            autoComplete: 'off',
            spellCheck: false,
          })),
          {
            name: 'bio',
            label: t('bio'),
            hint: t('bioHint'),
            defaultValue: bio,
            maxLength: blogLimits.bioLengthMax,
            dir: 'auto',
          },
          {
            name: 'accent',
            type: 'color',
            label: t('accent'),
            hint: t('accentHint', { color: themeColors.accent }),
            defaultValue: accent || themeColors.accent,
          },
          {
            name: 'footer',
            label: t('footer'),
            hint: t('footerHint'),
            defaultValue: footer,
            maxLength: blogLimits.footerLengthMax,
            dir: 'auto',
          },
        ]}
      />
      <AdminSection title={t('social')}>
        <p className="admin-muted">{t('socialHint')}</p>
        <NavigationForm key={at} links={social} save={saveLinks.bind(null, 'social')} />
      </AdminSection>
    </>
  )
}
