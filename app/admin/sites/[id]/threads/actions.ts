'use server'
import { z } from 'zod'
import { adminThreadsPath } from '@/components/admin/sites/threads-query'
import { formAction } from '@/lib/http/admin-action'
import { purgePages, purgePost } from '@/lib/http/purge-pages'
import { sendWebhooksAfter } from '@/lib/http/send-webhooks-after'
import { pathWith } from '@/lib/paths'
import { lineOfText } from '@/lib/settings/blog-input'
import {
  addThreadManually,
  closeThread,
  deleteLocalThreads,
  deleteThread,
  mergeAddress,
} from '@/lib/threads/admin/change-threads'
import { rowId } from '@/lib/threads/admin/parse-site-id'
import { findMerge } from '@/lib/threads/admin/site-threads'
import { siteLimits } from '@/lib/threads/site'

/** Returns the list that contains the form, with its search. */
function listPath(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '')
  return adminThreadsPath(text('site'), { search: text('search') })
}

const threadFields = { site: rowId, thread: rowId }

export const close = formAction(
  listPath,
  z.object({ ...threadFields, close: z.enum(['yes', 'no']) }),
  async (actor, { site: siteId, thread: threadId, close }, list) => {
    purgePost(await closeThread(actor, { siteId, threadId }, close === 'yes'))
    return pathWith(list, { done: close === 'yes' ? 'thread-closed' : 'thread-opened' })
  },
)

export const remove = formAction(
  listPath,
  z.object(threadFields),
  async (actor, { site: siteId, thread: threadId }, list) => {
    const slug = await deleteThread(actor, { siteId, threadId })
    purgePost(slug)
    sendWebhooksAfter(slug)
    return pathWith(list, { done: 'thread-deleted' })
  },
)

const address = z.string().max(siteLimits.urlLengthMax)

export const merge = formAction(
  listPath,
  z.object({
    ...threadFields,
    address,
    moved: z.literal('yes').optional(),
    // Set once the owner has confirmed how many comments and views move.
    confirmed: rowId.optional(),
  }),
  async (actor, { site: siteId, thread: threadId, address, moved, confirmed }, list) => {
    const of = { siteId, threadId }
    const merged = await findMerge(actor, of, address)
    if (merged && merged.id !== confirmed)
      return pathWith(list, { merge: threadId, address, moved })
    const slugs = await mergeAddress(actor, of, { address, isMoved: moved === 'yes' })
    for (const slug of slugs) purgePost(slug)
    return pathWith(list, { done: 'threads-merged' })
  },
)

export const admit = formAction(
  listPath,
  z.object({ site: rowId, address, title: lineOfText(siteLimits.titleLengthMax) }),
  async (actor, { site, address, title }, list) => {
    await addThreadManually(actor, site, { address, title })
    return pathWith(list, { done: 'page-admitted' })
  },
)

export const removeLocal = formAction(
  listPath,
  z.object({ site: rowId }),
  async (actor, { site }, list) => {
    await deleteLocalThreads(actor, site)
    purgePages()
    return pathWith(list, { done: 'local-deleted' })
  },
)
