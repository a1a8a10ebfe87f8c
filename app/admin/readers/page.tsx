import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { ReaderComments } from '@/components/readers/reader-comments'
import { dataPath, readDataTicket } from '@/lib/mail/data-ticket'
import { getReaderData } from '@/lib/readers/get-reader-data'
import { eraseForReader, openReader } from './actions'

/** Returns the title, and disables the referrer, because the URL contains a ticket. */
export const generateMetadata = async (): Promise<Metadata> => ({
  ...(await sectionMetadata('readers')()),
  referrer: 'same-origin',
})

/**
 * Lets the owner look up and delete a reader's data on request. In URLs, a ticket replaces the
 * reader's address.
 */
export default sectionPage('readers', async (_, { ticket }) => {
  const t = await getTranslations('readers')
  return (
    <>
      <p className="admin-muted mt-3 mb-6">{t('about')}</p>
      <AdminForm action={openReader} submit={t('show')}>
        <AdminField
          id="reader-shown"
          name="reader"
          label={t('reader')}
          autoComplete="off"
          required
        />
      </AdminForm>
      {ticket !== undefined && <StoredData ticket={String(ticket)} />}
    </>
  )
})

async function StoredData({ ticket }: { ticket: string }) {
  const t = await getTranslations('readers')
  const claim = readDataTicket(ticket)
  if (!claim) return <p className="admin-notice">{t('expired')}</p>
  const data = await getReaderData(claim)
  const { addresses, comments } = data
  const names = [...new Set(comments.map(({ author_name }) => author_name))]
  const found = {
    comments: comments.length,
    addresses: addresses.length,
    name: names.length === 1 ? (names[0] ?? '') : t('thisReader'),
  }
  if (comments.length + addresses.length === 0)
    return <p className="admin-notice">{t('nothing')}</p>
  return (
    <AdminSection title={t('stored')}>
      <p>{t('found', found)}</p>
      <p>
        <a href={`${dataPath(ticket)}/download`} download="stored-data.json">
          {t('download')}
        </a>
      </p>
      <ReaderComments {...data} />
      <AdminForm
        action={eraseForReader}
        fields={{ ticket }}
        className="admin-form mt-6"
        submit={t('delete', found)}
        isDangerous
      >
        <p>{t('consequences')}</p>
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="sure" value="yes" required className="size-5" />
          <span>{t('confirm')}</span>
        </label>
      </AdminForm>
    </AdminSection>
  )
}
