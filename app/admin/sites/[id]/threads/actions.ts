'use server'
import { z } from 'zod'
import { adminThreadsPath } from '@/components/admin/sites/threads-query'
import { requireRole } from '@/lib/auth/actor'
import { closeComments } from '@/lib/comments/moderation/close-comments'
import { formActions } from '@/lib/http/admin-action'
import { sendWebhooksAfter } from '@/lib/http/after-response'
import { purgePages, purgePost } from '@/lib/http/purge-pages'
import { pathWith } from '@/lib/paths'
import { lineOfText } from '@/lib/settings/blog-input'
import { rowId } from '@/lib/text/row-id'
import {
  addThreadManually,
  deleteLocalThreads,
  deleteThread,
  mergeAddress,
} from '@/lib/threads/admin/change-threads'
import { findMerge } from '@/lib/threads/admin/site-threads'
import { siteLimits } from '@/lib/threads/site'

const action = formActions((form) => {
  const text = (name: string) => String(form.get(name) ?? '')
  return adminThreadsPath(text('site'), { search: text('search') })
})

const ofThread = { site: rowId, thread: rowId }

export const close = action(
  { slug: z.string(), close: z.enum(['yes', 'no']) },
  async (actor, { slug, close }, list) => {
    requireRole(actor, 'owner')
    await closeComments(actor, slug, close === 'yes')
    purgePost(slug)
    return pathWith(list, { done: close === 'yes' ? 'thread-closed' : 'thread-opened' })
  },
)

export const remove = action(ofThread, async (actor, { site: siteId, thread: threadId }, list) => {
  const slug = await deleteThread(actor, { siteId, threadId })
  purgePost(slug)
  sendWebhooksAfter(slug)
  return pathWith(list, { done: 'thread-deleted' })
})

const address = z.string().max(siteLimits.urlLengthMax)

export const merge = action(
  {
    ...ofThread,
    address,
    moved: z.literal('yes').optional(),
    // Set once the owner has confirmed how many comments and views move.
    confirmed: rowId.optional(),
  },
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

const page = { address, title: lineOfText(siteLimits.titleLengthMax) }

export const admit = action({ site: rowId, ...page }, async (actor, { site, ...page }, list) => {
  await addThreadManually(actor, site, page)
  return pathWith(list, { done: 'page-admitted' })
})

export const removeLocal = action({ site: rowId }, async (actor, { site }, list) => {
  await deleteLocalThreads(actor, site)
  purgePages()
  return pathWith(list, { done: 'local-deleted' })
})
