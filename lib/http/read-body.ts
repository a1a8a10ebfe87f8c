import 'server-only'
import { AppError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { bodyBytesMax, tooLarge } from './body-limit'

/** The submitted fields, sent as JSON or by a plain form. */
export type Body = { kind: 'json' | 'form'; fields: Record<string, unknown> }

const json = 'application/json'
const urlEncoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

/** Returns the media type of a body and its charset, in lower case (RFC 9110, 8.3.1). */
function contentTypeOf({ headers }: Request): { type: string; charset: string } {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = /charset\s*=\s*"?([^"\s]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8'
  return { type: type.trim(), charset }
}

/** Returns true if a request sends a form, even one that cannot be read. */
export const isForm = (request: Request): boolean =>
  [urlEncoded, multipart].includes(contentTypeOf(request).type)

/**
 * Reads a body of named fields.
 * @param bytesMax the maximum size
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-request`; InvalidInput if
 * a form contains a field repeatedly
 */
export async function readBody(request: Request, bytesMax = bodyBytesMax): Promise<Body> {
  const { type, charset } = contentTypeOf(request)
  if (![json, urlEncoded, multipart].includes(type) || !['utf-8', 'utf8'].includes(charset))
    throw new AppError('unsupported-media-type', errorText('mediaType'))
  const bytes = await readBytes(request, bytesMax, tooLarge(bytesMax))
  if (type === json) return { kind: 'json', fields: parseJson(decode(bytes)) }
  const form =
    type === urlEncoded
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

function parseJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed-request', errorText('json'), [], { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('malformed-request', errorText('jsonObject'))
  return { ...value }
}

function fieldsOf(form: URLSearchParams | FormData): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const repeated = new Set<string>()
  // `getAll` searches the whole form for each name: a form can have 20,000 of them.
  for (const [name, value] of form) {
    if (fields.has(name)) repeated.add(name)
    fields.set(name, value)
  }
  if (repeated.size > 0)
    throw new InvalidInput(
      [...repeated].map((field) => ({ field, message: validationText('repeated') })),
    )
  return Object.fromEntries(fields)
}

/**
 * Parses a multipart form (RFC 7578).
 * @throws AppError `malformed-request`
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
  } catch (error) {
    throw new AppError('malformed-request', errorText('form'), [], { cause: error })
  }
}

/**
 * Reads a body and keeps at most `bytesMax` bytes.
 * @param tooLargeDetail the error detail, such as “A request body may have 64 kB.”
 * @param drainedBytesMax number of excess bytes to read and discard. A browser that is still
 * sending when the response arrives reports a broken connection instead of the error.
 * @throws AppError `body-too-large`; `malformed-request` if the body breaks off
 */
export async function readBytes(
  { body }: Pick<Request, 'body'>,
  bytesMax: number,
  tooLargeDetail: string,
  drainedBytesMax = 0,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    // Leaving the loop cancels the stream.
    for await (const chunk of body ?? []) {
      length += chunk.length
      if (length <= bytesMax) chunks.push(chunk)
      if (length > bytesMax + drainedBytesMax) break
    }
  } catch (cause) {
    // The client disconnected or was too slow.
    throw new AppError('malformed-request', errorText('incomplete'), [], { cause })
  }
  if (length > bytesMax) throw new AppError('body-too-large', tooLargeDetail)
  return new Uint8Array(Buffer.concat(chunks))
}
