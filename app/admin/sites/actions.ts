'use server'
import { z } from 'zod'
import { formActions, keepingAction, secretAction } from '@/lib/http/admin-action'
import { purgePages } from '@/lib/http/purge-pages'
import { pathWith } from '@/lib/paths'
import { parseRowId, rowId } from '@/lib/text/row-id'
import { deleteSite } from '@/lib/threads/admin/delete-threads'
import { siteInput } from '@/lib/threads/admin/site-input'
import {
  removeSiteKey,
  rotateSiteKey,
  rotateWebhookSecret,
  saveSite,
} from '@/lib/threads/admin/sites'

const sitePath = (id: string | number) => `/admin/sites/${encodeURIComponent(id)}`

export const create = keepingAction(
  siteInput,
  async (actor, site) => `${sitePath(await saveSite(actor, site))}?done=site-added`,
)

export const update = keepingAction(siteInput.extend({ id: rowId }), async (actor, fields) => {
  const { id, ...site } = fields
  await saveSite(actor, site, id)
  purgePages()
  return `${sitePath(id)}?done=site-saved`
})

const idIn = (form: FormData) => String(form.get('id'))

export const rotateKey = secretAction((actor, form) =>
  rotateSiteKey(actor, parseRowId('site', idIn(form))),
)

export const rotateSecret = secretAction((actor, form) =>
  rotateWebhookSecret(actor, parseRowId('site', idIn(form))),
)

const action = formActions((form) => sitePath(idIn(form)))

export const removeKey = action({ id: rowId }, async (actor, { id }, path) => {
  await removeSiteKey(actor, id)
  return pathWith(path, { done: 'key-removed', removed: Date.now() })
})

export const remove = action({ id: rowId, sure: z.literal('yes') }, async (actor, { id }) => {
  await deleteSite(actor, id)
  purgePages()
  return '/admin/sites?done=site-deleted'
})
