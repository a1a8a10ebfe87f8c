'use server'
import { AppError } from '@/lib/errors'
import { adminAction } from '@/lib/http/admin-action'
import { purgePost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { errorText } from '@/lib/i18n/error-text'
import { dataPath, issueDataTicket } from '@/lib/mail/data-ticket'
import { eraseReader } from '@/lib/readers/erase-reader-data'
import { findReader } from '@/lib/readers/find-reader'
import { truncate } from '@/lib/text/truncate'

const readers = '/admin/readers'

const typed = (form: FormData) => truncate(String(form.get('reader')), 254)

/**
 * Redirects to the page that the reader's own link opens: the list, the download and the erase
 * button.
 */
export async function openReader(form: FormData): Promise<never> {
  return adminAction(readers, async () => {
    const claim = await findReader(await signedIn(), typed(form))
    if (!claim) throw new AppError('not-found', errorText('readerUnknown'))
    return dataPath(issueDataTicket(claim))
  })
}

/** Erases the data immediately. The form asks for confirmation first. */
export async function eraseForReader(form: FormData): Promise<never> {
  return adminAction(readers, async () => {
    const actor = await signedIn()
    if (form.get('sure') !== 'yes') return readers
    const { postSlugs } = await eraseReader(actor, typed(form))
    for (const slug of postSlugs) purgePost(slug)
    return `${readers}?done=reader-erased`
  })
}
