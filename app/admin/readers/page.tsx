import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminField } from '@/components/admin/admin-field'
import { AdminNotice } from '@/components/admin/admin-notice'
import { requireStaff } from '@/lib/http/session/require-staff'
import { eraseForReader, openReader } from './actions'

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.readers') }
}

/** Lets the owner look up and erase a reader's data on request. Addresses never appear in a URL. */
export default async function ReadersPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  await requireStaff('/admin/readers', 'owner')
  const t = await getTranslations('readers')
  return (
    <>
      <h1>{(await getTranslations('admin'))('sections.readers')}</h1>
      <AdminNotice fault={fault} done={done} />
      <p className="admin-muted mt-3 mb-6">{t('about')}</p>
      <form action={openReader} className="admin-form">
        <AdminField
          id="reader-shown"
          name="reader"
          label={t('reader')}
          autoComplete="off"
          required
        />
        <button type="submit" className="admin-button">
          {t('show')}
        </button>
      </form>
      <section className="admin-section">
        <h2>{t('eraseUnseen')}</h2>
        <form action={eraseForReader} className="admin-form">
          <AdminField
            id="reader-erased"
            name="reader"
            label={t('reader')}
            autoComplete="off"
            required
          />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="sure" value="yes" required className="size-5" />
            <span>{t('confirm')}</span>
          </label>
          <button type="submit" className="admin-button">
            {t('erase')}
          </button>
        </form>
      </section>
    </>
  )
}
