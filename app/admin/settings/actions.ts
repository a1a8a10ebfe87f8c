'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { SettingsState } from '@/components/admin/settings/settings-form'
import { themeColors } from '@/components/ui/theme-colors'
import type { Actor } from '@/lib/auth/actor'
import { InvalidInput } from '@/lib/errors'
import { errorCodeOf } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { arrangeLinks } from '@/lib/settings/arrange-links'
import {
  blogInput,
  blogOptions,
  type NavigationLink,
  navigationInput,
} from '@/lib/settings/blog-input'
import { blogLimits } from '@/lib/settings/blog-limits'
import { saveBlogSettings } from '@/lib/settings/blog-settings'

/** Revalidates all pages after a setting was saved, and returns the path with the result. */
function savedPath(page = ''): string {
  purgePages()
  // The time makes the URL unique, so that the browser does not restore the errors of an earlier
  // submission.
  return `/admin/settings${page}?done=settings-saved&at=${Date.now()}`
}

async function saveOrKeep<Input>(
  typed: Input,
  page: string,
  work: (actor: Actor | undefined) => Promise<void>,
): Promise<SettingsState<Input>> {
  try {
    await work(await signedIn())
  } catch (error) {
    if (error instanceof InvalidInput)
      return { typed, faults: error.errors.map((one) => one.field) }
    const fault = errorCodeOf(error)
    return { typed, faults: [fault === 'unauthorized' ? 'signed-out' : fault] }
  }
  redirect(savedPath(page))
}

/** Creates the action of a settings form. */
const settingsAction =
  <Schema extends z.ZodType>(
    page: string,
    schema: Schema,
    work: (actor: Actor | undefined, fields: z.infer<Schema>) => Promise<void>,
  ) =>
  async (_: SettingsState, form: FormData): Promise<SettingsState> => {
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    return saveOrKeep(typed, page, async (actor) => work(actor, parseFields(schema, typed)))
  }

export const saveBlog = settingsAction('', blogInput, saveBlogSettings)

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
  return saveOrKeep(rows, place === 'social' ? '/appearance' : '', async (actor) => {
    const arranged = arrangeLinks(rows, String(form.get('act')))
    const { links } = parseFields(linksInput, { links: arranged })
    const changed = place === 'social' ? { options: { social: links } } : { navigation: links }
    await saveBlogSettings(actor, changed)
  })
}

const appearance = blogOptions.pick({
  ...{ logo: true, picture: true, bio: true, accent: true, footer: true },
})

export const saveAppearance = settingsAction(
  '/appearance',
  appearance,
  async (actor, { accent, ...others }) => {
    // A colour field cannot be empty, so the default colour stands for “not set”.
    const isDefault = accent.toLowerCase() === themeColors.accent
    const options = { ...others, accent: isDefault ? '' : accent }
    await saveBlogSettings(actor, { options })
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

export const saveCommentRules = settingsAction(
  '/comments',
  rules,
  async (actor, { off, days, ...options }) => {
    const comments = { commentsOff: off, commentsCloseAfterDays: days }
    await saveBlogSettings(actor, { ...comments, options })
  },
)
