import { getTranslations } from 'next-intl/server'
import { create } from '@/app/admin/sites/actions'
import { titleMetadata } from '@/components/admin/admin-page'
import { SiteForm } from '@/components/admin/sites/site-form'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlog } from '@/lib/settings/get-blog'
import '@/components/admin/sites/sites.css'

export const generateMetadata = titleMetadata((t) => t('sites.new'))

export default async function NewSitePage() {
  await requireStaff('/admin/sites/new', 'owner')
  const [{ language }, t] = await Promise.all([getBlog(), getTranslations('sites')])
  const site = { name: '', origins: [], language, webhookUrl: '', newPagesPerDay: 500 }
  return (
    <>
      <h1 className="mb-6">{t('new')}</h1>
      <SiteForm site={site} save={create} />
    </>
  )
}
