import { getLocale, getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminRows, sectionMetadata } from '@/components/admin/admin-page'
import { listSites } from '@/lib/threads/admin/sites'

export const generateMetadata = sectionMetadata('sites')

export default sectionPage('sites', async (actor) => {
  const sites = await listSites(actor, await getLocale())
  const t = await getTranslations('sites')
  return (
    <>
      <p className="admin-muted mt-3 mb-3">{t('about')}</p>
      <p className="mb-4">
        <a href="/admin/sites/new" className="admin-button">
          {t('new')}
        </a>
      </p>
      <AdminRows label={t('label')} empty={t('empty')}>
        {sites.map(({ id, name, origins, _count }) => (
          <li key={id}>
            <div>
              <p>
                <a href={`/admin/sites/${id}`} className="admin-link" dir="auto">
                  {name}
                </a>
              </p>
              <p className="admin-muted">{origins.join(', ')}</p>
            </div>
            <a href={`/admin/sites/${id}/threads`} className="admin-link">
              {t('threads', { count: _count.threads })}
            </a>
          </li>
        ))}
      </AdminRows>
    </>
  )
})
