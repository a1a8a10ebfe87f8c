import { z } from 'zod'
import { invalid, invalidAbort, validationText } from '@/lib/i18n/error-text'
import { normalizeSlug, threadSlugLengthMax } from './thread-slug'

/** The slug of a post or page in a request, in its canonical form. */
export const threadSlug = z
  .string({
    error: (issue) => validationText(issue.input === undefined ? 'required' : 'notText'),
  })
  .refine((slug) => slug.trim() !== '', invalidAbort('blank'))
  .refine((slug) => slug.isWellFormed() && !/\p{Cc}/u.test(slug), invalidAbort('controlCharacters'))
  .transform((slug) => slug.normalize('NFC'))
  .refine(
    (slug) => [...slug].length <= threadSlugLengthMax,
    invalid('tooLong', { max: threadSlugLengthMax }),
  )
  .transform(normalizeSlug)
