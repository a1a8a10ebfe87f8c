import 'server-only'
import { AppError, type FieldError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { bodyBytesMax, tooLarge } from './body-limit'
import { parseMultipart } from './parse-multipart'
import { readBytes } from './read-bytes'

/** The submitted fields, sent as JSON or by a plain form. */
export type Body = { kind: 'json' | 'form'; fields: Record<string, unknown> }

/**
 * Reads a body of named fields.
 * @param bytesMax the maximum size
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-request`; InvalidInput if
 * a form contains a field twice
 */
export async function readBody(request: Request, bytesMax = bodyBytesMax): Promise<Body> {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
  const charset = /charset\s*=\s*"?([^"\s]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8'
  const kind = {
    'application/json': 'json',
    'application/x-www-form-urlencoded': 'form',
    'multipart/form-data': 'multipart',
  }[type.trim()]
  if (kind === undefined || !['utf-8', 'utf8'].includes(charset)) {
    throw new AppError('unsupported-media-type', errorText('mediaType'))
  }
  const bytes = await readBytes(request, bytesMax, tooLarge(bytesMax))
  if (kind === 'json') return { kind: 'json', fields: parseJson(decode(bytes)) }
  const form =
    kind === 'form'
      ? new URLSearchParams(decode(bytes))
      : await parseMultipart(bytes, request.headers.get('content-type') ?? '')
  return { kind: 'form', fields: fieldsOf(form) }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('malformed-request', errorText('utf8'), [], { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed-request', errorText('json'), [], { cause: error })
  }
}

function parseJson(text: string): Record<string, unknown> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('malformed-request', errorText('jsonObject'))
  }
  return { ...value }
}

function fieldsOf(form: URLSearchParams | FormData): Record<string, unknown> {
  const twice: FieldError[] = [...new Set(form.keys())]
    .filter((field) => form.getAll(field).length > 1)
    .map((field) => ({ field, message: validationText('repeated') }))
  if (twice.length > 0) throw new InvalidInput(twice)
  return Object.fromEntries(form.entries())
}
