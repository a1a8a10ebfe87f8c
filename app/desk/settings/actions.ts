'use server'
import { z } from 'zod'
import { deskAction } from '@/lib/http/desk-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/signed-in'
import { arrangeLinks } from '@/lib/settings/arrange-links'
import { blogInput, blogLimits, navigationInput } from '@/lib/settings/blog-input'
import { saveSettings } from '@/lib/settings/blog-settings'
import { saveBlogWords, saveNavigation } from '@/lib/settings/blog-words'

/** Saves something that holds for the whole blog, and makes its pages anew. */
async function saveForAll(work: () => Promise<void>): Promise<never> {
  return deskAction('/desk/settings', async () => {
    await work()
    purgePages()
    return '/desk/settings?done=settings-saved'
  })
}

/** What the blog says of itself. */
export async function saveBlog(form: FormData): Promise<never> {
  return saveForAll(async () => saveBlogWords(await signedIn(), parseFields(blogInput, Object.fromEntries(form))))
}

const navigation = z.object({ navigation: navigationInput })

/** The links in its head, as they were typed and then moved. */
export async function saveLinks(form: FormData): Promise<never> {
  return saveForAll(async () => {
    const [texts, hrefs] = [form.getAll('text').map(String), form.getAll('href').map(String)]
    const rows = texts.slice(0, blogLimits.linksMax + 1).map((text, index) => ({ text, href: hrefs[index] ?? '' }))
    const links = arrangeLinks(rows, String(form.get('act')))
    await saveNavigation(await signedIn(), parseFields(navigation, { navigation: links }).navigation)
  })
}

const rules = z.object({
  off: z.literal('yes').optional(),
  days: z.preprocess((value) => (value === '' ? null : Number(value)), z.int().min(1).max(36_500).nullable()),
})

/** Whether posts take comments. */
export async function save(form: FormData): Promise<never> {
  return saveForAll(async () => {
    const { off, days } = parseFields(rules, Object.fromEntries(form))
    await saveSettings(await signedIn(), { commentsOff: off === 'yes', commentsCloseAfterDays: days })
  })
}
