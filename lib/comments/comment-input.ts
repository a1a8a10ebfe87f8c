/** What a reader may write: safe to import in a browser, so that a form and the service say the same. */
import { z } from 'zod'
import { mailAddress, withAsciiHost } from '@/lib/mail/mail-address'
import { slugLengthMax } from '@/lib/posts/post'
import { commentLimits } from './comment'

/** Controls other than tab and line feed: a carriage return is part of a line's end, and made one line feed. */
const controlCharacter = /[^\P{Cc}\t\n]/u
/** What turns the direction of the words around it: in a name it could make one person look like another. */
const directionControl = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
/** More marks on one letter than any script writes. */
const stackedMarks = /\p{M}{6}/u
/** Something to be seen: no name is made of spaces and invisible characters alone. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const text = z.string({ error: (issue) => (issue.input === undefined ? 'is missing' : 'must be text') })

function atMost(characters: number) {
  return (value: string) => [...value].length <= characters
}

const content = text
  .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
  .transform((value) => value.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim())
  .pipe(
    z
      .string()
      .refine((value) => visible.test(value), { error: 'must not be blank', abort: true })
      .refine((value) => !controlCharacter.test(value), { error: 'must not hold control characters', abort: true })
      .refine(atMost(commentLimits.contentLengthMax), {
        error: `must have at most ${commentLimits.contentLengthMax.toLocaleString('en')} characters`,
      }),
  )

const authorName = text
  .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
  .transform((value) => value.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .refine((value) => visible.test(value), { error: 'must not be blank', abort: true })
      .refine((value) => !/\p{Cc}/u.test(value), { error: 'must be one line, without control characters', abort: true })
      .refine((value) => !directionControl.test(value) && !stackedMarks.test(value), {
        error: 'must be a name that can be read: no direction marks, no stacks of accents',
        abort: true,
      })
      .refine(atMost(commentLimits.authorNameLengthMax), { error: `must have at most ${commentLimits.authorNameLengthMax} characters` }),
  )

/** A plain form sends what was left empty as an empty text. */
const absentWhereEmpty = (value: unknown) => (value === '' || value === null ? undefined : value)

/** A form has no numbers: digits alone are one. */
const numberOfDigits = (value: unknown) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value)

/** A new comment as it is submitted. Unknown fields are ignored. */
export const commentInput = z.object({
  slug: text
    .refine((value) => value.trim() !== '', { error: 'must not be blank', abort: true })
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), {
      error: 'must be well-formed and without control characters',
      abort: true,
    })
    .transform((value) => value.normalize('NFC'))
    .refine(atMost(slugLengthMax), { error: `must have at most ${slugLengthMax} characters` }),
  content,
  author_name: authorName,
  author_email: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? withAsciiHost(value.trim()) : absentWhereEmpty(value)),
    mailAddress.optional(),
  ),
  parent_id: z.preprocess(
    (value) => numberOfDigits(absentWhereEmpty(value)),
    z.int('must be the id of a comment').min(1, 'must be the id of a comment').optional(),
  ),
})

/** What an edit submits. */
export const commentEditInput = z.object({ content })

export type CommentInput = z.infer<typeof commentInput>
