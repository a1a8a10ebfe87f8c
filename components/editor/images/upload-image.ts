import type { EditorTexts } from '@/components/editor/texts'
import type { Translate } from '@/lib/i18n/translator'
import { imageLimits } from '@/lib/images/image'

/** A failed upload. The error of the server replaces the text of the code. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'

  constructor(
    readonly code: Parameters<Translate<'editor.images.failures'>>[0],
    readonly values: { detail?: string; max?: number } = {},
    options?: ErrorOptions,
  ) {
    super(values.detail ?? code, options)
  }
}

/** Describes the error of a failed upload to the user. */
export function describeFailure(error: unknown, t: EditorTexts): string {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  const { code, values } =
    error instanceof UploadFailed ? error : new UploadFailed(isTimeout ? 'timed-out' : 'other')
  return values.detail ?? t(`images.failures.${code}`, { max: values.max ?? 0 })
}

/** Time in milliseconds after which an upload fails, so that it does not block later ones. */
export const uploadMsMax = 300_000

/**
 * Sends a request, and returns the fields of its JSON response.
 * @throws UploadFailed; the signal's reason
 */
async function send(method: 'POST' | 'PUT', url: string, signal: AbortSignal, file?: File) {
  const response = await fetch(url, {
    method,
    // The server detects the image type from the bytes.
    ...(file && { body: file, headers: { 'Content-Type': 'application/octet-stream' } }),
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new UploadFailed('connection-lost', {}, { cause })
  })
  // An object store responds with XML or an empty body.
  const fields: Record<string, string> = await response.json().catch(() => ({}))
  if (response.ok) return fields
  if (response.status === 401) throw new UploadFailed('signed-out')
  const { detail } = fields
  throw new UploadFailed('other', detail === undefined ? {} : { detail })
}

const path = '/admin/images/upload'
const tooLarge = (bytesMax: number, options?: ErrorOptions) =>
  new UploadFailed('too-large', { max: bytesMax / 1_048_576 }, options)

/**
 * Uploads an image through the server, or directly to the object store if it is large and a store
 * is configured. Returns its URL.
 * @throws UploadFailed; the signal's reason
 */
export async function uploadImage(file: File, signal: AbortSignal): Promise<string> {
  const { throughServerBytesMax, toStoreBytesMax } = imageLimits
  if (file.size <= throughServerBytesMax)
    return required((await send('POST', path, signal, file)).url)
  if (file.size > toStoreBytesMax) throw tooLarge(toStoreBytesMax)
  const { putUrl, id } = await send('POST', `${path}/to-store`, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw tooLarge(throughServerBytesMax, { cause: error })
  })
  await send('PUT', required(putUrl), signal, file)
  return required((await send('POST', `${path}/to-store/${required(id)}`, signal)).url)
}

/** @throws UploadFailed if the response is not from the blog */
function required(value: string | undefined): string {
  if (value === undefined) throw new UploadFailed('other')
  return value
}
