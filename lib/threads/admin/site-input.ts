import { z } from 'zod'
import { siteOrigin } from '@/lib/env'
import { invalid, validationText } from '@/lib/i18n/error-text'
import { lineOfText } from '@/lib/settings/blog-input'
import { canonicalLanguage } from '@/lib/settings/language'
import { parseUrl } from '@/lib/text/parse-url'
import { truncate } from '@/lib/text/truncate'
import { siteLimits } from '@/lib/threads/site'

const { nameLengthMax, originsMax, newPagesPerDayMax, urlLengthMax } = siteLimits

/** Returns an HTTP(S) URL without credentials; undefined for any other text. */
function parseHttpUrl(text: string): URL | undefined {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined
  return url && url.username === '' && url.password === '' ? url : undefined
}

/** Returns the origin that a line names, with or without a slash at its end. */
function originOf(line: string): string | undefined {
  const url = parseHttpUrl(line)
  return url && url.href === `${url.origin}/` ? url.origin : undefined
}

/** Origins, one per line. */
const origins = z.string().transform((text, context) => {
  const lines = text.split(/\s+/).filter((line) => line !== '')
  const found = lines.map((line) => ({ line, origin: originOf(line) }))
  const wrong = found.find(({ origin }) => origin === undefined)
  const unique = [...new Set(found.flatMap(({ origin }) => origin ?? []))]
  const blogHost = new URL(siteOrigin()).host
  const refuse = (message: string) => void context.addIssue({ code: 'custom', message })
  if (wrong) refuse(validationText('origin', { line: truncate(wrong.line, 100) }))
  else if (unique.length === 0) refuse(validationText('originsMin'))
  else if (unique.length > originsMax) refuse(validationText('originsMax', { max: originsMax }))
  else if (unique.some((origin) => new URL(origin).host === blogHost))
    refuse(validationText('originOfBlog', { host: blogHost }))
  return unique
})

/** A site as the owner enters it. */
export const siteInput = z.object({
  name: lineOfText(nameLengthMax).refine((text) => text !== '', invalid('required')),
  origins,
  language: z.string().transform((tag, context) => {
    const canonical = tag.length <= 35 ? canonicalLanguage(tag.trim()) : undefined
    if (canonical === undefined)
      context.addIssue({ code: 'custom', message: validationText('language') })
    return canonical ?? ''
  }),
  webhookUrl: z
    .string()
    .trim()
    .max(urlLengthMax, invalid('urlTooLong'))
    .refine((text) => text === '' || parseHttpUrl(text) !== undefined, invalid('url')),
  newPagesPerDay: z
    .string()
    .regex(/^\d{1,6}$/, invalid('newPagesPerDay', { max: newPagesPerDayMax }))
    .transform(Number)
    .pipe(z.int().max(newPagesPerDayMax, invalid('newPagesPerDay', { max: newPagesPerDayMax }))),
})

export type SiteInput = z.infer<typeof siteInput>
