'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { SecretState } from '@/components/admin/sites/secret-form'
import type { SiteFormState } from '@/components/admin/sites/site-form'
import type { Actor } from '@/lib/auth/actor'
import { InvalidInput } from '@/lib/errors'
import { errorCodeOf, formAction, inStaffLanguage } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { deleteSite } from '@/lib/threads/admin/delete-threads'
import { parseSiteId, rowId } from '@/lib/threads/admin/parse-site-id'
import { siteInput } from '@/lib/threads/admin/site-input'
import {
  createSite,
  removeSiteKey,
  rotateSiteKey,
  rotateWebhookSecret,
  updateSite,
} from '@/lib/threads/admin/sites'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const sitePath = (id: string | number) => `/admin/sites/${encodeURIComponent(id)}`

/** Saves a site and redirects to its page, or returns the typed fields with their errors. */
async function save(
  form: FormData,
  work: (actor: Actor | undefined, fields: Record<string, string>) => Promise<string>,
): Promise<SiteFormState> {
  const typed = {
    ...{ name: text(form, 'name'), origins: text(form, 'origins') },
    ...{ language: text(form, 'language'), webhookUrl: text(form, 'webhookUrl') },
    newPagesPerDay: text(form, 'newPagesPerDay'),
  }
  return inStaffLanguage<SiteFormState>(
    async (actor) => redirect(await work(actor, typed)),
    (error) => {
      if (error instanceof InvalidInput) return { typed, errors: error.errors }
      const fault = errorCodeOf(error)
      return { typed, fault: fault === 'unauthorized' ? 'signed-out' : fault }
    },
  )
}

export async function create(_: SiteFormState, form: FormData): Promise<SiteFormState> {
  return save(form, async (actor, fields) => {
    const id = await createSite(actor, parseFields(siteInput, fields))
    return `${sitePath(id)}?done=site-added`
  })
}

export async function update(_: SiteFormState, form: FormData): Promise<SiteFormState> {
  return save(form, async (actor, fields) => {
    const id = parseSiteId(text(form, 'id'))
    await updateSite(actor, id, parseFields(siteInput, fields))
    purgePages()
    // The time makes the URL unique, so that the form does not keep the errors of an earlier
    // submission.
    return `${sitePath(id)}?done=site-saved&at=${Date.now()}`
  })
}

async function rotate(
  form: FormData,
  work: (actor: Actor | undefined, id: number) => Promise<string>,
): Promise<SecretState> {
  try {
    return { secret: await work(await signedIn(), parseSiteId(text(form, 'id'))) }
  } catch (error) {
    return { fault: errorCodeOf(error) }
  }
}

/** Replaces the key. It is not in a URL, which browsers would record. */
export async function rotateKey(_: SecretState, form: FormData): Promise<SecretState> {
  return rotate(form, rotateSiteKey)
}

/** Replaces the webhook secret. It is not in a URL, which browsers would record. */
export async function rotateSecret(_: SecretState, form: FormData): Promise<SecretState> {
  return rotate(form, rotateWebhookSecret)
}

const pathOfForm = (form: FormData) => sitePath(text(form, 'id'))

export const removeKey = formAction(
  pathOfForm,
  z.object({ id: rowId }),
  async (actor, { id }, path) => {
    await removeSiteKey(actor, id)
    return `${path}?done=key-removed`
  },
)

export const remove = formAction(
  pathOfForm,
  z.object({ id: rowId, sure: z.literal('yes') }),
  async (actor, { id }) => {
    await deleteSite(actor, id)
    purgePages()
    return '/admin/sites?done=site-deleted'
  },
)
