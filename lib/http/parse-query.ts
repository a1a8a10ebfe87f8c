import 'server-only'
import { z } from 'zod'
import { InvalidInput } from '@/lib/errors'
import { invalid, invalidAbort, validationText } from '@/lib/i18n/error-text'
import { firstErrors } from './parse-fields'

const controlCharacter = /\p{Cc}/u

/**
 * A URL parameter: not blank, no control characters, `lengthMax` code points in NFC. It is not
 * normalised, which would make it a different URL (RFC 3987, 5.3.2.2).
 */
export function urlText(lengthMax: number) {
  return z
    .string(invalid('required'))
    .refine((value) => value.trim() !== '', invalidAbort('blank'))
    .refine((value) => !controlCharacter.test(value), invalidAbort('controlCharacters'))
    .refine(
      (value) => [...value.normalize('NFC')].length <= lengthMax,
      invalid('tooLong', { max: lengthMax }),
    )
}

/** A text parameter: the same, and in NFC. */
export const text = (lengthMax: number) =>
  urlText(lengthMax).transform((value) => value.normalize('NFC'))

/** A whole-number parameter in decimal digits. */
export function wholeNumber(min: number, max: number) {
  const wanted = invalid('wholeNumber', { min, max })
  return z
    .string()
    .regex(/^\d{1,9}$/, { ...wanted, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, wanted)
}

/**
 * Parses the parameters of a schema and ignores all others. Only arrays may be given repeatedly.
 * @throws AppError `invalid-parameters` with one error per field
 */
export function parseQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  parameters: URLSearchParams,
): z.infer<z.ZodObject<Shape>> {
  const names = Object.keys(schema.shape)
  const isList = (name: string) => schema.shape[name] instanceof z.ZodArray
  const repeated = names.filter((name) => !isList(name) && parameters.getAll(name).length > 1)
  const given = names.flatMap((name): [string, string | string[]][] => {
    if (isList(name)) return [[name, parameters.getAll(name)]]
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  const parsed = schema.safeParse(Object.fromEntries(given))
  const errors = [
    ...firstErrors(parsed.error).filter(({ field }) => !repeated.includes(field)),
    ...repeated.map((field) => ({ field, message: validationText('repeated') })),
  ]
  if (!parsed.success || errors.length > 0) throw new InvalidInput(errors)
  return parsed.data
}
