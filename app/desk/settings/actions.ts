'use server'
import { z } from 'zod'
import { deskAction } from '@/lib/http/desk-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgePages } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/signed-in'
import { saveSettings } from '@/lib/settings/blog-settings'

const settings = z.object({
  off: z.literal('yes').optional(),
  days: z.preprocess((value) => (value === '' ? null : Number(value)), z.int().min(1).max(36_500).nullable()),
})

/** Saves what holds for the whole blog, and makes its pages anew. */
export async function save(form: FormData): Promise<never> {
  return deskAction('/desk/settings', async () => {
    const { off, days } = parseFields(settings, Object.fromEntries(form))
    await saveSettings(await signedIn(), { commentsOff: off === 'yes', commentsCloseAfterDays: days })
    purgePages()
    return '/desk/settings?done=settings-saved'
  })
}
