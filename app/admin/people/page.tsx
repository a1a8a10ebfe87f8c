import { getFormatter, getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminField, AdminForm, ButtonForm, dangerousButton } from '@/components/admin/admin-form'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { SecretForm } from '@/components/admin/secret-form'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { listInvitations } from '@/lib/auth/invitations'
import { listStaff, type StaffMember } from '@/lib/auth/staff'
import {
  blogSiteId,
  listModeratedSites,
  type ModeratedSite,
} from '@/lib/comments/moderation/moderated-sites'
import { env } from '@/lib/env'
import { invite, remove, revoke, setSites, turnOffSecondFactor } from './actions'
import '@/components/admin/sites/sites.css'

export const generateMetadata = sectionMetadata('people')

/** Lists staff members and invitations. Removing someone takes two clicks. */
export default sectionPage('people', async (actor) => {
  const [staff, invitations, sites] = await Promise.all([
    listStaff(actor),
    listInvitations(actor),
    listModeratedSites(actor),
  ])
  const t = await getTranslations('people')
  const form = await getTranslations('peopleClient')
  const choices = [{ id: blogSiteId, name: t('thisBlog') }, ...sites]
  return (
    <>
      <ul className="admin-rows mt-6">
        {staff.map(({ id, name, role, since, lastUsed, siteIds, hasSecondFactor }) => (
          <li key={id}>
            <div>
              <p>{t.rich('member', { ...richTags, name, role })}</p>
              <p className="admin-muted">
                {t.rich('since', {
                  date: () => <DateTime value={since} />,
                  isActive: String(lastUsed !== null),
                  active: () => lastUsed && <DateTime value={lastUsed} withTime />,
                })}
              </p>
              {siteIds && <ModeratedSites choices={choices} siteIds={siteIds} />}
            </div>
            {role === 'moderator' && (sites.length > 0 || siteIds) && (
              <SitesForm id={id} name={name} choices={choices} siteIds={siteIds} />
            )}
            {role !== 'owner' && hasSecondFactor && (
              <details>
                <summary className="admin-link">{t('secondFactor')}</summary>
                <ButtonForm action={turnOffSecondFactor} fields={{ staff: id }}>
                  {t.rich('secondFactorOf', { ...richTags, name })}
                </ButtonForm>
              </details>
            )}
            {role !== 'owner' && (
              <details>
                <summary className="admin-link">{t('remove')}</summary>
                <ButtonForm action={remove} fields={{ staff: id }} className={dangerousButton}>
                  {t.rich('removeName', { ...richTags, name })}
                </ButtonForm>
              </details>
            )}
          </li>
        ))}
        {invitations.map(({ id, address, role, until }) => (
          <li key={id}>
            <div>
              <p>{t.rich('invited', { ...richTags, address, role })}</p>
              <p className="admin-muted">
                {t.rich('until', { date: () => <DateTime value={until} withTime /> })}
              </p>
            </div>
            <ButtonForm action={revoke} fields={{ invitation: id }}>
              {t('revoke')}
            </ButtonForm>
          </li>
        ))}
      </ul>
      <AdminSection title={t('invite')} about={t('role')}>
        <SecretForm
          action={invite}
          submit={form('submit')}
          label={form(env().SMTP_URL === undefined ? 'share' : 'mailed')}
          hint={form('linkHint')}
        >
          <AdminField name="email" label={form('email')} type="email" autoComplete="off" required />
          <fieldset>
            <legend>{form('role')}</legend>
            {(['moderator', 'writer'] as const).map((role, index) => (
              <label key={role} className="admin-check">
                <input type="radio" name="role" value={role} defaultChecked={index === 0} />
                <span>{form(`roles.${role}`)}</span>
              </label>
            ))}
          </fieldset>
        </SecretForm>
      </AdminSection>
    </>
  )
})

type SitesProps = { choices: ModeratedSite[] } & Pick<StaffMember, 'siteIds'>

async function ModeratedSites({ choices, siteIds }: SitesProps) {
  const [t, format] = await Promise.all([getTranslations('people'), getFormatter()])
  const names = choices.filter(({ id }) => siteIds?.includes(id)).map(({ name }) => name)
  return (
    <p className="admin-muted">
      {names.length === 0
        ? t('mayModerateNothing')
        : t('mayModerate', { sites: format.list(names) })}
    </p>
  )
}

/** Limits a moderator to the chosen sites. */
async function SitesForm({
  id,
  name,
  choices,
  siteIds,
}: SitesProps & Pick<StaffMember, 'id' | 'name'>) {
  const [t, admin] = await Promise.all([getTranslations('people'), getTranslations('admin')])
  return (
    <details>
      <summary className="admin-link">{t('sites')}</summary>
      <AdminForm action={setSites} fields={{ staff: id }} submit={admin('save')}>
        <fieldset>
          <legend>{t('sitesOf', { name })}</legend>
          <label className="admin-check">
            <input type="radio" name="all" value="yes" defaultChecked={siteIds === null} />
            <span>{t('allSites')}</span>
          </label>
          <label className="admin-check">
            <input type="radio" name="all" value="no" defaultChecked={siteIds !== null} />
            <span>{t('onlySites')}</span>
          </label>
          {choices.map((choice) => (
            <label key={choice.id} className="admin-check ps-8">
              <input
                type="checkbox"
                name="site"
                value={choice.id}
                defaultChecked={siteIds?.includes(choice.id)}
              />
              <span>{choice.name}</span>
            </label>
          ))}
        </fieldset>
      </AdminForm>
    </details>
  )
}
