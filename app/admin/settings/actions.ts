'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { SettingsState } from '@/components/admin/settings/blog-form'
import { themeColors } from '@/components/ui/theme-colors'
import { errorCodeOf, formAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { arrangeLinks } from '@/lib/settings/arrange-links'
import {
  type BlogInput,
  blogInput,
  blogOptions,
  type NavigationLink,
  navigationInput,
} from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import { saveBlogOptions, saveBlogSettings } from '@/lib/settings/blog-settings'

/** Revalidates all pages after a setting was saved, and returns the path with the result. */
function savedPath(page = ''): string {
  purgePages()
  // The time makes the URL unique, so that the browser does not restore the errors of an earlier
  // submission.
  return `/admin/settings${page}?done=settings-saved&at=${Date.now()}`
}

async function saveOrKeep<Input>(
  typed: Input,
  work: () => Promise<void>,
  page?: string,
): Promise<SettingsState<Input>> {
  try {
    await work()
  } catch (error) {
    const fault = errorCodeOf(error)
    return { typed, fault: fault === 'unauthorized' ? 'signed-out' : fault }
  }
  redirect(savedPath(page))
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

const linksInput = z.object({ links: navigationInput })

/** Saves the links of the header or the footer, then applies the requested move. */
export async function saveLinks(
  place: 'navigation' | 'social',
  _: SettingsState<NavigationLink[]>,
  form: FormData,
): Promise<SettingsState<NavigationLink[]>> {
  const [texts, hrefs] = [form.getAll('text').map(String), form.getAll('href').map(String)]
  const rows = texts
    .slice(0, blogLimits.linksMax + 1)
    .map((text, index) => ({ text, href: hrefs[index] ?? '' }))
  const work = async () => {
    const arranged = arrangeLinks(rows, String(form.get('act')))
    const { links } = parseFields(linksInput, { links: arranged })
    const actor = await signedIn()
    await (place === 'social'
      ? saveBlogOptions(actor, { social: links })
      : saveBlogSettings(actor, { navigation: links }))
  }
  return saveOrKeep(rows, work, place === 'social' ? '/appearance' : '')
}

const appearance = blogOptions.pick({
  ...{ logo: true, picture: true, bio: true, accent: true, footer: true },
})

export const saveAppearance = formAction(
  '/admin/settings/appearance',
  appearance,
  async (actor, { accent, ...others }) => {
    // A colour field cannot be empty, so the default colour stands for “not set”.
    const isDefault = accent.toLowerCase() === themeColors.accent
    await saveBlogOptions(actor, { ...others, accent: isDefault ? '' : accent })
    return savedPath('/appearance')
  },
)

const isOn = z.literal('yes').optional().transform(Boolean)

const rules = z.object({
  off: isOn,
  reactions: isOn,
  days: z.preprocess(
    (value) => (value === '' ? null : Number(value)),
    z.int().min(1).max(36_500).nullable(),
  ),
  ...blogOptions.pick({ moderation: true, notify: true, order: true }).shape,
})

export const saveCommentRules = formAction(
  '/admin/settings/comments',
  rules,
  async (actor, { off, days, ...options }) => {
    await saveBlogSettings(actor, { commentsOff: off, commentsCloseAfterDays: days })
    await saveBlogOptions(actor, options)
    return savedPath('/comments')
  },
)
