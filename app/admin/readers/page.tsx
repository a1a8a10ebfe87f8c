import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import {
  type AdminPageProps,
  AdminSection,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { requireStaff } from '@/lib/http/session/require-staff'
import { eraseForReader, openReader } from './actions'

export const generateMetadata = sectionMetadata('readers')

/** Lets the owner look up and erase a reader's data on request. Addresses never appear in a URL. */
export default async function ReadersPage({ searchParams }: AdminPageProps) {
  const actor = await requireStaff('/admin/readers', 'owner')
  const t = await getTranslations('readers')
  const reader = { name: 'reader', label: t('reader'), autoComplete: 'off', required: true }
  return (
    <>
      <SectionHead name="readers" actor={actor} searchParams={searchParams} />
      <p className="admin-muted mt-3 mb-6">{t('about')}</p>
      <AdminForm action={openReader} submit={t('show')}>
        <AdminField id="reader-shown" {...reader} />
      </AdminForm>
      <AdminSection title={t('eraseUnseen')}>
        <AdminForm action={eraseForReader} submit={t('erase')}>
          <AdminField id="reader-erased" {...reader} />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="sure" value="yes" required className="size-5" />
            <span>{t('confirm')}</span>
          </label>
        </AdminForm>
      </AdminSection>
    </>
  )
}
