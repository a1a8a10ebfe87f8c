'use server'
import { z } from 'zod'
import { themeColors } from '@/components/ui/theme-colors'
import { translateOwnerName } from '@/lib/auth/create-owner'
import type { FormState } from '@/lib/errors'
import { keepInput, keepingAction } from '@/lib/http/admin-action'
import { checkbox, parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { arrangeLinks, readLinkRows } from '@/lib/settings/arrange-links'
import {
  blogInput,
  blogOptions,
  closingDays,
  type NavigationLink,
  navigationInput,
} from '@/lib/settings/blog-input'
import { saveBlogSettings } from '@/lib/settings/blog-settings'
import { getBlog } from '@/lib/settings/get-blog'

/** Revalidates all pages after a setting was saved, and returns the path with the result. */
function savedPath(page = ''): string {
  purgePages()
  return `/admin/settings${page}?done=settings-saved`
}

export const saveBlog = keepingAction(blogInput, async (actor, fields) => {
  const { language: former } = await getBlog()
  await saveBlogSettings(actor, fields)
  await translateOwnerName(actor, former, fields.language)
  return savedPath()
})

const linksInput = z.object({ links: navigationInput })

/** Saves the links of the header or the footer, then applies the requested move. */
export async function saveLinks(
  place: 'navigation' | 'social',
  _: FormState<NavigationLink[]>,
  form: FormData,
): Promise<FormState<NavigationLink[]>> {
  const rows = readLinkRows(form)
  return keepInput(rows, async (actor) => {
    const arranged = arrangeLinks(rows, String(form.get('act')))
    const { links } = parseFields(linksInput, { links: arranged })
    const changed =
      place === 'social'
        ? { options: { social: links } }
        : { navigation: links, options: { ownNavigation: true } }
    await saveBlogSettings(actor, changed)
    return savedPath(place === 'social' ? '/appearance' : '')
  })
}

const appearance = blogOptions.pick({
  logo: true,
  picture: true,
  bio: true,
  accent: true,
  footer: true,
})

export const saveAppearance = keepingAction(appearance, async (actor, { accent, ...others }) => {
  // A colour field cannot be empty, so the default colour means “not set”.
  const isDefault = accent.toLowerCase() === themeColors.accent
  await saveBlogSettings(actor, { options: { ...others, accent: isDefault ? '' : accent } })
  return savedPath('/appearance')
})

const rules = z.object({
  off: checkbox,
  reactions: checkbox,
  days: closingDays,
  ...blogOptions.pick({ moderation: true, notify: true, order: true }).shape,
})

export const saveCommentRules = keepingAction(rules, async (actor, { off, days, ...options }) => {
  await saveBlogSettings(actor, { commentsOff: off, commentsCloseAfterDays: days, options })
  return savedPath('/comments')
})
