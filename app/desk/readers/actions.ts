'use server'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/errors'
import { purgePost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/signed-in'
import { dataPath, issueDataTicket } from '@/lib/mail/data-ticket'
import { eraseReader } from '@/lib/readers/erase-reader'
import { findReader } from '@/lib/readers/find-reader'

const typed = (form: FormData) => {
  const text = form.get('reader')
  return typeof text === 'string' ? text.slice(0, 254) : ''
}

/** Leads to what a reader would see of himself by his own link: the list, the download, and the button that erases. */
export async function openReader(form: FormData): Promise<void> {
  const actor = await signedIn()
  const claim = await findReader(actor, typed(form))
  redirect(claim ? dataPath(issueDataTicket(claim)) : '/desk/readers?outcome=none')
}

/** Erases at once, where it was said twice. */
export async function eraseForReader(form: FormData): Promise<void> {
  const actor = await signedIn()
  if (form.get('sure') !== 'yes') redirect('/desk/readers?outcome=unsure')
  redirect(`/desk/readers?outcome=${await erase()}`)

  async function erase(): Promise<'erased' | 'none'> {
    try {
      const { postSlugs } = await eraseReader(actor, typed(form))
      for (const slug of postSlugs) purgePost(slug)
      return 'erased'
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return 'none'
      throw error
    }
  }
}
