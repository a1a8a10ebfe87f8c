import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { NavigationForm } from '@/components/admin/settings/navigation-form'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { UnsavedInput } from '@/components/admin/settings/unsaved-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import { getBlog, navigationLinks } from '@/lib/settings/get-blog'
import { saveBlog, saveLinks } from './actions'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('general')

const technical = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }

export default sectionPage('general', async (actor, { at }) => {
  const [{ general }, blog] = await Promise.all([getBlogSettings(actor), getBlog()])
  const t = await getTranslations('settings')
  const text = await getTranslations('settingsClient')
  const field = (name: keyof typeof general) => ({
    name,
    label: text(name),
    hint: text(`${name}Hint`),
    defaultValue: general[name],
  })
  return (
    <>
      <UnsavedInput key={at} />
      <SettingsForm
        key={at}
        save={saveBlog}
        submit={text('save')}
        fields={[
          {
            ...field('name'),
            dir: 'auto',
            maxLength: blogLimits.nameLengthMax,
            placeholder: general.name === '' ? blog.name : undefined,
          },
          { ...field('author'), dir: 'auto', maxLength: blogLimits.authorLengthMax },
          {
            ...field('description'),
            dir: 'auto',
            maxLength: blogLimits.descriptionLengthMax,
            placeholder: general.description === '' ? blog.description : undefined,
          },
          { ...field('language'), ...technical, list: 'admin-languages', placeholder: 'en' },
          {
            ...field('zone'),
            ...technical,
            list: 'admin-time-zones',
            placeholder: general.zone === '' ? blog.timeZone : undefined,
          },
        ]}
      >
        <ChoiceLists />
      </SettingsForm>
      <AdminSection title={t('navigation')} about={t('navigationHint')}>
        <NavigationForm
          key={at}
          example="/about"
          links={blog.navigation ?? navigationLinks(blog)}
          save={saveLinks.bind(null, 'navigation')}
        />
      </AdminSection>
    </>
  )
})
