'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { RefusedSettings } from '@/components/admin/settings/refused-settings'
import { adminAction } from '@/lib/http/admin-action'
import { errorCodeOf } from '@/lib/http/error-path'
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
import { saveSettings } from '@/lib/settings/blog-settings'
import { saveBlogWords, saveNavigation } from '@/lib/settings/blog-words'

/** Saves something that holds for the whole blog, and makes its pages anew. */
async function saveForAll(work: () => Promise<void>): Promise<string> {
  await work()
  purgePages()
  // The moment makes it another address each time: what a form was refused before is not shown again.
  return `/admin/settings?done=settings-saved&at=${Date.now()}`
}

/** The same from a form that is shown again as it was typed, where it is refused. */
async function saveOrKeep<Typed>(
  typed: Typed,
  work: () => Promise<void>,
): Promise<RefusedSettings<Typed>> {
  try {
    redirect(await saveForAll(work))
  } catch (error) {
    // It throws on what leads elsewhere.
    const fault = errorCodeOf(error)
    return { typed, fault: fault === 'unauthorized' ? 'signed-out' : fault }
  }
}

/** What the blog says of itself. */
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
    saveBlogWords(await signedIn(), parseFields(blogInput, typed)),
  )
}

const navigation = z.object({ navigation: navigationInput })

/** The links in its head, as they were typed and then moved. */
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
    await saveNavigation(
      await signedIn(),
      parseFields(navigation, { navigation: links }).navigation,
    )
  })
}

const rules = z.object({
  off: z.literal('yes').optional(),
  days: z.preprocess(
    (value) => (value === '' ? null : Number(value)),
    z.int().min(1).max(36_500).nullable(),
  ),
})

/** Whether posts take comments. */
export async function save(form: FormData): Promise<never> {
  return adminAction('/admin/settings', () =>
    saveForAll(async () => {
      const { off, days } = parseFields(rules, Object.fromEntries(form))
      await saveSettings(await signedIn(), {
        commentsOff: off === 'yes',
        commentsCloseAfterDays: days,
      })
    }),
  )
}
