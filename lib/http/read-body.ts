import 'server-only'
import { AppError, type FieldError, InvalidInput } from '@/lib/errors'
import { bodyBytesMax, tooLarge } from './body-limit'

/** What was submitted, as JSON or by a plain form. */
export type Body = { kind: 'json' | 'form'; fields: Record<string, unknown> }

/**
 * Reads a body of named fields.
 * @param bytesMax what it may have
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-request`; InvalidInput where a form gives a field twice
 */
export async function readBody(request: Request, bytesMax = bodyBytesMax): Promise<Body> {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = /charset\s*=\s*"?([^"\s]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8'
  const kind = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form', 'multipart/form-data': 'multipart' }[type.trim()]
  if (kind === undefined || !['utf-8', 'utf8'].includes(charset)) {
    throw new AppError('unsupported-media-type', 'Send “application/json” or a plain form, in UTF-8.')
  }
  const bytes = await readBytes(request, bytesMax)
  if (kind === 'json') return { kind: 'json', fields: parseJson(decode(bytes)) }
  const form = kind === 'form' ? new URLSearchParams(decode(bytes)) : await parseMultipart(bytes, request.headers.get('content-type') ?? '')
  return { kind: 'form', fields: fieldsOf(form) }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > bytesMax) {
      void reader.cancel().catch(() => {})
      throw new AppError('body-too-large', tooLarge(bytesMax))
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('malformed-request', 'The body is not text in UTF-8.', [], { cause: error })
  }
}

function parseJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed-request', 'The body is not JSON.', [], { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('malformed-request', 'The body must be a JSON object.')
  }
  return { ...value }
}

async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
  } catch (error) {
    throw new AppError('malformed-request', 'The body is not a form.', [], { cause: error })
  }
}

function fieldsOf(form: URLSearchParams | FormData): Record<string, unknown> {
  const twice: FieldError[] = [...new Set(form.keys())]
    .filter((field) => form.getAll(field).length > 1)
    .map((field) => ({ field, message: 'is given more than once' }))
  if (twice.length > 0) throw new InvalidInput(twice)
  return Object.fromEntries(form.entries())
}
