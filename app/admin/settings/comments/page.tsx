import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { saveCommentRules } from '@/app/admin/settings/actions'
import { Options } from '@/components/admin/admin-form'
import { sectionMetadata } from '@/components/admin/admin-page'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { env } from '@/lib/env'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentOrders, moderationModes } from '@/lib/settings/blog-input'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('commentSettings')

export default sectionPage('commentSettings', async (actor, { at }) => {
  const { comments: rules, options } = await getBlogSettings(actor)
  const [t, admin] = await Promise.all([getTranslations('settings'), getTranslations('admin')])
  const comments = await getTranslations('comments')
  const { COMMENT_MODERATION, NOTIFY_EMAIL, OWNER_EMAIL } = env()
  return (
    <SettingsForm
      key={at}
      save={saveCommentRules}
      submit={admin('save')}
      fields={[
        {
          name: 'moderation',
          label: t('moderation.label'),
          hint: t('moderation.hint', { mail: String(isMailEnabled()) }),
          defaultValue: options.moderation,
          children: (
            <Options
              of={[
                ['', t('moderation.default', { mode: t(`moderation.${COMMENT_MODERATION}`) })],
                ...moderationModes.map((mode) => [mode, t(`moderation.${mode}`)] as const),
              ]}
            />
          ),
        },
        {
          name: 'notify',
          label: t('notify'),
          rows: 3,
          dir: 'ltr',
          hint: t('notifyHint', {
            mail: String(isMailEnabled()),
            address: NOTIFY_EMAIL ?? OWNER_EMAIL ?? 'none',
          }),
          defaultValue: options.notify,
        },
        {
          name: 'order',
          label: t('order'),
          hint: t('orderHint'),
          defaultValue: options.order,
          children: (
            <Options of={commentOrders.map((order) => [order, comments(`order.${order}`)])} />
          ),
        },
        {
          name: 'reactions',
          type: 'checkbox',
          label: t('reactions'),
          defaultValue: options.reactions ? 'yes' : '',
        },
        {
          name: 'off',
          type: 'checkbox',
          label: t('commentsOff'),
          defaultValue: rules.commentsOff ? 'yes' : '',
        },
        {
          name: 'days',
          type: 'number',
          label: t('days'),
          hint: t('daysHint'),
          min: 1,
          max: 36_500,
          inputMode: 'numeric',
          defaultValue: rules.commentsCloseAfterDays ?? '',
        },
      ]}
    />
  )
})
