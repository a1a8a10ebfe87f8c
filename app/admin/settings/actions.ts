'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { SettingsState } from '@/components/admin/settings/blog-form'
import { errorCodeOf, formAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { arrangeLinks } from '@/lib/settings/arrange-links'
import {
  type BlogInput,
  blogInput,
  type NavigationLink,
  navigationInput,
} from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import { saveBlogSettings } from '@/lib/settings/blog-settings'

/** Revalidates all pages after a setting was saved, and returns the path with the result. */
function savedPath(): string {
  purgePages()
  // The time makes the URL unique, so that the browser does not restore the errors of an earlier
  // submission.
  return `/admin/settings?done=settings-saved&at=${Date.now()}`
}

async function saveOrKeep<Input>(
  typed: Input,
  work: () => Promise<void>,
): Promise<SettingsState<Input>> {
  try {
    await work()
  } catch (error) {
    const fault = errorCodeOf(error)
    return { typed, fault: fault === 'unauthorized' ? 'signed-out' : fault }
  }
  redirect(savedPath())
}

export async function saveBlog(
  _: SettingsState<BlogInput>,
  form: FormData,
): Promise<SettingsState<BlogInput>> {
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    ...{ name: text('name'), author: text('author'), description: text('description') },
    ...{ language: text('language'), zone: text('zone') },
  }
  return saveOrKeep(typed, async () =>
    saveBlogSettings(await signedIn(), parseFields(blogInput, typed)),
  )
}

const navigation = z.object({ navigation: navigationInput })

/** Saves the navigation links, then applies the requested move. */
export async function saveLinks(
  _: SettingsState<NavigationLink[]>,
  form: FormData,
): Promise<SettingsState<NavigationLink[]>> {
  const [texts, hrefs] = [form.getAll('text').map(String), form.getAll('href').map(String)]
  const rows = texts
    .slice(0, blogLimits.linksMax + 1)
    .map((text, index) => ({ text, href: hrefs[index] ?? '' }))
  return saveOrKeep(rows, async () => {
    const links = arrangeLinks(rows, String(form.get('act')))
    await saveBlogSettings(await signedIn(), parseFields(navigation, { navigation: links }))
  })
}

const rules = z.object({
  off: z.literal('yes').optional(),
  days: z.preprocess(
    (value) => (value === '' ? null : Number(value)),
    z.int().min(1).max(36_500).nullable(),
  ),
})

export const save = formAction('/admin/settings', rules, async (actor, { off, days }) => {
  await saveBlogSettings(actor, { commentsOff: off === 'yes', commentsCloseAfterDays: days })
  return savedPath()
})
