import { type Translate, translator } from './translator'

type Namespace = 'errors' | 'validation' | 'importErrors'
type KeyOf<Name extends Namespace> = Parameters<Translate<Name>>[0]
type Values = Record<string, string | number>

/** Returns the text of an error of the namespace `errors`. */
export const errorText = (key: KeyOf<'errors'>, values?: Values): string =>
  translator('errors')(key, values)

/** Returns the error of one field, with the text of a key of the namespace `validation`. */
export const validationText = (key: KeyOf<'validation'>, values?: Values): string =>
  translator('validation')(key, values)

/** Returns the reason why an import cannot read a file or a record. */
export const importErrorText = (key: KeyOf<'importErrors'>, values?: Values): string =>
  translator('importErrors')(key, values)

/** Returns the option of a zod check that reports the text of a key of `validation`. */
export const invalid = (key: KeyOf<'validation'>, values?: Values) => ({
  error: () => validationText(key, values),
})

/** Returns the same options for a check whose failure skips all later checks. */
export const invalidAbort = (key: KeyOf<'validation'>, values?: Values) => ({
  ...invalid(key, values),
  abort: true,
})
