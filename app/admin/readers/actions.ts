'use server'
import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { formAction } from '@/lib/http/admin-action'
import { purgePost } from '@/lib/http/purge-pages'
import { sendWebhooksAfter } from '@/lib/http/send-webhooks-after'
import { errorText } from '@/lib/i18n/error-text'
import { dataPath, issueDataTicket } from '@/lib/mail/data-ticket'
import { eraseReader } from '@/lib/readers/erase-reader-data'
import { findReader } from '@/lib/readers/find-reader'
import { truncate } from '@/lib/text/truncate'

const input = z.object({
  reader: z.string().transform((text) => truncate(text, 254)),
  sure: z.string().optional(),
})

/** Redirects to the page that the reader’s own link opens. */
export const openReader = formAction('/admin/readers', input, async (actor, { reader }) => {
  const claim = await findReader(actor, reader)
  if (!claim) throw new AppError('not-found', errorText('readerUnknown'))
  return dataPath(issueDataTicket(claim))
})

/** Erases the data immediately. The form asks for confirmation first. */
export const eraseForReader = formAction('/admin/readers', input, async (actor, fields) => {
  if (fields.sure !== 'yes') return '/admin/readers'
  const { postSlugs } = await eraseReader(actor, fields.reader)
  for (const slug of postSlugs) purgePost(slug)
  sendWebhooksAfter(...postSlugs)
  return '/admin/readers?done=reader-erased'
})
