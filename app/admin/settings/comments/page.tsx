import { getTranslations } from 'next-intl/server'
import { saveCommentRules } from '@/app/admin/settings/actions'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { type AdminPageProps, SectionHead, sectionMetadata } from '@/components/admin/admin-page'
import { env } from '@/lib/env'
import { requireStaff } from '@/lib/http/session/require-staff'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { commentOrders, moderationModes } from '@/lib/settings/blog-input'
import { getBlogSettings } from '@/lib/settings/blog-settings'
import '@/components/admin/settings/settings.css'

export const generateMetadata = sectionMetadata('commentSettings')

export default async function CommentSettingsPage({ searchParams }: AdminPageProps) {
  const { at } = await searchParams
  const actor = await requireStaff('/admin/settings/comments', 'owner')
  const [{ comments: rules, options }, t, admin, comments] = await Promise.all([
    getBlogSettings(actor),
    getTranslations('settings'),
    getTranslations('admin'),
    getTranslations('comments'),
  ])
  const { COMMENT_MODERATION, NOTIFY_EMAIL, OWNER_EMAIL } = env()
  return (
    <>
      <SectionHead name="commentSettings" actor={actor} searchParams={searchParams} />
      <AdminForm key={at} action={saveCommentRules} submit={admin('save')}>
        <AdminField
          name="moderation"
          label={t('moderation.label')}
          hint={t('moderation.hint', { mail: String(isMailEnabled()) })}
          defaultValue={options.moderation}
        >
          <option value="">
            {t('moderation.default', { mode: t(`moderation.${COMMENT_MODERATION}`) })}
          </option>
          {moderationModes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`moderation.${mode}`)}
            </option>
          ))}
        </AdminField>
        <AdminField
          name="notify"
          label={t('notify')}
          hint={t('notifyHint', {
            mail: String(isMailEnabled()),
            address: NOTIFY_EMAIL ?? OWNER_EMAIL ?? 'none',
          })}
          defaultValue={options.notify}
          rows={3}
          dir="ltr"
        />
        <AdminField
          name="order"
          label={t('order')}
          hint={t('orderHint')}
          defaultValue={options.order}
        >
          {commentOrders.map((order) => (
            <option key={order} value={order}>
              {comments(`order.${order}`)}
            </option>
          ))}
        </AdminField>
        <label className="admin-check">
          <input type="checkbox" name="reactions" value="yes" defaultChecked={options.reactions} />
          <span>{t('reactions')}</span>
        </label>
        <label className="admin-check">
          <input type="checkbox" name="off" value="yes" defaultChecked={rules.commentsOff} />
          <span>{t('commentsOff')}</span>
        </label>
        <AdminField
          name="days"
          label={t('days')}
          type="number"
          min={1}
          max={36_500}
          inputMode="numeric"
          defaultValue={rules.commentsCloseAfterDays ?? ''}
          hint={t('daysHint')}
        />
      </AdminForm>
    </>
  )
}
