'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { RefusedSettings } from '@/components/admin/settings/refused-settings'
import { adminAction, errorCodeOf } from '@/lib/http/admin-action'
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

/** Saves a setting of the whole blog and revalidates its pages. */
async function saveForAll(work: () => Promise<void>): Promise<string> {
  await work()
  purgePages()
  // The time makes the URL unique, so that the browser does not restore the errors of an earlier
  // submission.
  return `/admin/settings?done=settings-saved&at=${Date.now()}`
}

/** Saves a form, or returns it with its input and the error. */
async function saveOrKeep<Typed>(
  typed: Typed,
  work: () => Promise<void>,
): Promise<RefusedSettings<Typed>> {
  try {
    redirect(await saveForAll(work))
  } catch (error) {
    // Redirects throw.
    const fault = errorCodeOf(error)
    return { typed, fault: fault === 'unauthorized' ? 'signed-out' : fault }
  }
}

/** Saves the name and description of the blog. */
export async function saveBlog(
  _: RefusedSettings<BlogInput>,
  form: FormData,
): Promise<RefusedSettings<BlogInput>> {
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
  _: RefusedSettings<NavigationLink[]>,
  form: FormData,
): Promise<RefusedSettings<NavigationLink[]>> {
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

/** Saves whether posts accept comments. */
export async function save(form: FormData): Promise<never> {
  return adminAction('/admin/settings', () =>
    saveForAll(async () => {
      const { off, days } = parseFields(rules, Object.fromEntries(form))
      await saveBlogSettings(await signedIn(), {
        commentsOff: off === 'yes',
        commentsCloseAfterDays: days,
      })
    }),
  )
}
