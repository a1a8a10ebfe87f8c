'use server'
import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { formActions } from '@/lib/http/admin-action'
import { sendWebhooksAfter } from '@/lib/http/after-response'
import { purgePost } from '@/lib/http/purge-pages'
import { errorText } from '@/lib/i18n/error-text'
import { issueDataTicket, requireDataTicket } from '@/lib/mail/data-ticket'
import { eraseReader } from '@/lib/readers/erase-reader-data'
import { findReader } from '@/lib/readers/find-reader'
import { truncate } from '@/lib/text/truncate'

const action = formActions('/admin/readers')
const reader = z.string().transform((text) => truncate(text, 254))
const ticketPath = (ticket: string) => `/admin/readers?${new URLSearchParams({ ticket })}`

/** Shows the stored data of a reader. */
export const openReader = action({ reader }, async (actor, fields) => {
  const claim = await findReader(actor, fields.reader)
  if (!claim) throw new AppError('not-found', errorText('readerUnknown'))
  return ticketPath(issueDataTicket(claim))
})

const erasure = { ticket: z.string(), sure: z.string().optional() }

/** Deletes the data that the page showed. The form asks for confirmation first. */
export const eraseForReader = action(erasure, async (actor, { ticket, sure }) => {
  if (sure !== 'yes') return `${ticketPath(ticket)}&error=sure`
  const { postSlugs } = await eraseReader(actor, requireDataTicket(ticket))
  for (const slug of postSlugs) purgePost(slug)
  sendWebhooksAfter(...postSlugs)
  return '/admin/readers?done=reader-erased'
})
