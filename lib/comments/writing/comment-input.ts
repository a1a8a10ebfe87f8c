/** Validation of the fields of new and edited comments. */
import { z } from 'zod'
import { commentLimits } from '@/lib/comments/comment'
import { invalid, invalidAbort } from '@/lib/i18n/error-text'
import { typedAddress } from '@/lib/mail/mail-address'
import { textOfComment } from '@/lib/markdown/parse-comment-markdown'
import { hasVisibleText } from '@/lib/text/visible-text'
import { requiredText, threadSlug } from '@/lib/threads/thread-slug-input'

/** Control characters other than tab and line feed. */
const controlCharacter = /[^\P{Cc}\t\n]/u
/** Line breaks other than the line feed (UAX 14), as in text pasted from PDFs and old files. */
const otherLineBreak = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** Characters that change the text direction. In a name, they can imitate another person. */
const directionControl = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
/** Invisible characters that no script needs in a name; Persian and emoji need joiners. */
const zeroWidth = /[\u200B\u2060\uFEFF]/g
/** More combining marks on one letter than any script uses. */
const stackedMarks = /\p{M}{6}/u

/** Returns a text with line feeds as line breaks, without leading and trailing blank lines. */
export function cleanContent(value: string): string {
  const lines = value.replaceAll(otherLineBreak, '\n').normalize('NFC').trimEnd()
  const first = lines.search(/\S/)
  // The first of several lines keeps its indentation, which matters for lists and code.
  const start = lines.includes('\n', first) ? lines.lastIndexOf('\n', first) + 1 : first
  return lines.slice(Math.max(0, start))
}

/** Returns a name without zero-width characters, and trims spaces and direction marks. */
export function cleanName(value: string): string {
  const characters = [...value.replaceAll(zeroWidth, '').normalize('NFC')]
  const isEdge = (character: string) =>
    /[\s\u0085]/.test(character) || directionControl.test(character)
  const first = characters.findIndex((character) => !isEdge(character))
  return characters
    .slice(Math.max(0, first), characters.findLastIndex((character) => !isEdge(character)) + 1)
    .join('')
}

function atMost(characters: number) {
  return (value: string) => [...value].length <= characters
}

const { contentLengthMax } = commentLimits

const content = requiredText
  .refine((value) => value.isWellFormed(), invalidAbort('unicode'))
  .transform(cleanContent)
  .pipe(
    z
      .string()
      .refine((value) => !controlCharacter.test(value), invalidAbort('controlCharacters'))
      .refine(atMost(contentLengthMax), invalidAbort('tooLong', { max: contentLengthMax }))
      .refine((value) => hasVisibleText(textOfComment(value)), invalid('blank')),
  )

const authorName = requiredText
  .refine((value) => value.isWellFormed(), invalidAbort('unicode'))
  .transform(cleanName)
  .pipe(
    z
      .string()
      .refine(hasVisibleText, invalidAbort('blank'))
      .refine((value) => !/\p{Cc}/u.test(value), invalidAbort('oneLine'))
      .refine(
        (value) => !directionControl.test(value) && !stackedMarks.test(value),
        invalidAbort('readableName'),
      )
      .refine(
        atMost(commentLimits.authorNameLengthMax),
        invalid('tooLong', { max: commentLimits.authorNameLengthMax }),
      ),
  )

/** Forms send empty strings for empty fields. */
const undefinedIfEmpty = (value: unknown) => (value === '' || value === null ? undefined : value)

/** Forms send numbers as text. */
const parseDigits = (value: unknown) =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value

/** A new comment as it is submitted. Unknown fields are ignored. */
export const commentInput = z.object({
  slug: threadSlug,
  content,
  author_name: authorName,
  author_email: z.preprocess(undefinedIfEmpty, typedAddress.optional()),
  parent_id: z.preprocess(
    (value) => parseDigits(undefinedIfEmpty(value)),
    z.int(invalid('commentId')).min(1, invalid('commentId')).optional(),
  ),
})

/** Input of an edit. */
export const commentEditInput = z.object({ content })

export type CommentInput = z.infer<typeof commentInput>
