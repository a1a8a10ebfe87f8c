import { getTranslations } from 'next-intl/server'
import { remove, removeKey, rotateKey, rotateSecret, update } from '@/app/admin/sites/actions'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import {
  type AdminPageProps,
  AdminRows,
  AdminSection,
  AdminTabs,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { CopyField } from '@/components/admin/copy-field'
import { SecretForm } from '@/components/admin/secret-form'
import { SiteForm } from '@/components/admin/sites/site-form'
import { DateTime } from '@/components/ui/date-time'
import { siteOrigin } from '@/lib/env'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { platforms, snippetOf } from '@/lib/registry/snippets'
import { parseRowId } from '@/lib/text/row-id'
import { countSite } from '@/lib/threads/admin/site-threads'
import { getSite } from '@/lib/threads/admin/sites'
import type { Site } from '@/lib/threads/site'
import { listDeliveries, type WebhookDelivery } from '@/lib/webhooks/list-deliveries'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/sites/sites.css'

export const generateMetadata = sectionMetadata('sites')

type Props = AdminPageProps & { params: Promise<{ id: string }> }

export default async function SitePage({ params, searchParams }: Props) {
  const [{ id: idParam }, query] = await Promise.all([params, searchParams])
  const { done, error, platform, at, removed } = query
  const actor = await requireStaff(`/admin/sites/${idParam}`, 'owner')
  const site = await orNotFound(async () => getSite(actor, parseRowId('site', idParam)))
  const { id, name } = site
  const [totals, deliveries] = await Promise.all([countSite(actor, id), listDeliveries(actor, id)])
  const [t, form] = await Promise.all([getTranslations('sites'), getTranslations('sitesClient')])
  const { threads, comments, views } = totals
  const stored = t('totals', { threads, comments, views })
  return (
    <>
      <h1 dir="auto">{name}</h1>
      <AdminNotice error={error} done={done} />
      <p className="admin-muted">{stored}</p>
      <p className="site-links">
        <a href={`/admin/sites/${id}/threads`} className="admin-link">
          {t('seePages')}
        </a>
        <a href={adminCommentsPath({ status: 'published', site: id })} className="admin-link">
          {t('seeComments')}
        </a>
      </p>
      <Snippet site={site} platform={platform} />
      <AdminSection title={t('edit')}>
        <SiteForm key={at} id={id} save={update} site={site} />
      </AdminSection>
      <AdminSection title={t('key')} about={t('keyAbout')}>
        {site.keyHash !== null && <p>{t('keyExists')}</p>}
        <SecretForm
          // Hides a key that has been removed.
          key={removed}
          action={rotateKey}
          fields={{ id }}
          submit={form('newKey')}
          label={form('key')}
          about={form('once')}
        />
        {site.keyHash !== null && (
          <ButtonForm action={removeKey} fields={{ id }}>
            {t('removeKey')}
          </ButtonForm>
        )}
      </AdminSection>
      <AdminSection title={t('webhook')} about={t('webhookAbout')}>
        {site.webhookUrl === '' ? (
          <p>{t('noWebhook')}</p>
        ) : (
          <SecretForm
            action={rotateSecret}
            fields={{ id }}
            submit={form('newSecret')}
            label={form('secret')}
            about={form('once')}
          />
        )}
        <Deliveries deliveries={deliveries} />
      </AdminSection>
      <AdminSection title={t('delete')}>
        <p>{t('deleteAbout', { name, totals: stored })}</p>
        <p>
          <a href={`/admin/sites/${id}/export`} download className="admin-link">
            {t('export')}
          </a>
        </p>
        <p className="admin-muted">{t('exportAbout')}</p>
        <AdminForm action={remove} fields={{ id }} submit={t('deleteSubmit')} isDangerous>
          <AdminField type="checkbox" name="sure" label={t('deleteConfirm')} required />
        </AdminForm>
      </AdminSection>
    </>
  )
}

/** The code to copy for the platform in the URL. */
async function Snippet({
  site,
  platform: requested,
}: {
  site: Site
  platform: string | undefined
}) {
  const platform = platforms.find((one) => one === requested) ?? 'html'
  const t = await getTranslations('sites')
  const { code, include } = snippetOf(platform, {
    blog: siteOrigin(),
    site: site.origins[0] ?? 'https://www.example.org',
  })
  return (
    <AdminSection title={t('snippet')}>
      <AdminTabs
        label={t('platform')}
        tabs={platforms.map((one) => ({
          href: `/admin/sites/${site.id}?platform=${one}`,
          isCurrent: one === platform,
          text: t(`platforms.${one}`),
        }))}
      />
      <p className="admin-muted">{t(`where.${platform}`, { include })}</p>
      <CopyField text={code} label={t('snippetLabel', { platform: t(`platforms.${platform}`) })} />
      <p className="admin-muted">
        {t('viewsToo', { tag: '<afterword-views count>–</afterword-views>' })}
      </p>
    </AdminSection>
  )
}

async function Deliveries({ deliveries }: { deliveries: WebhookDelivery[] }) {
  const t = await getTranslations('sites')
  const stateOf = ({ deliveredAt, failure, attempts }: WebhookDelivery) => {
    if (deliveredAt) return t('delivered')
    return failure === null ? t('waiting', { attempts }) : t('failed', { reason: failure })
  }
  return (
    <>
      <h3>{t('deliveries')}</h3>
      <AdminRows label={t('deliveries')} empty={t('noDeliveries')}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <div>
              <p>
                <code>{`comment.${delivery.type}`}</code> {delivery.slug}
              </p>
              <p className="admin-muted">
                <DateTime value={delivery.createdAt} withTime /> {stateOf(delivery)}
              </p>
            </div>
          </li>
        ))}
      </AdminRows>
    </>
  )
}
