import { z } from 'zod'
import { invalid, invalidAbort, validationText } from '@/lib/i18n/error-text'
import { normaliseSlug, threadSlugLengthMax } from './thread-slug'

/** A string in a request. */
export const requiredText = z.string({
  error: (issue) => validationText(issue.input === undefined ? 'required' : 'notText'),
})

/** The slug of a post or page in a request, in its canonical form. */
export const threadSlug = requiredText
  .refine((slug) => slug.trim() !== '', invalidAbort('blank'))
  .refine((slug) => slug.isWellFormed() && !/\p{Cc}/u.test(slug), invalidAbort('controlCharacters'))
  .transform((slug) => slug.normalize('NFC'))
  .refine(
    (slug) => [...slug].length <= threadSlugLengthMax,
    invalid('tooLong', { max: threadSlugLengthMax }),
  )
  .transform(normaliseSlug)

const titleLengthMax = 500
const urlLengthMax = 2_048

/** Optional fields of a write request about a page. Invalid values are ignored. */
export const pageClaim = z.object({
  slug: threadSlug,
  title: z.string().max(titleLengthMax).optional().catch(undefined),
  url: z.string().max(urlLengthMax).optional().catch(undefined),
})

/** A page as a write request names it. The stored URL and title come from the page itself. */
export type PageClaim = z.infer<typeof pageClaim>
