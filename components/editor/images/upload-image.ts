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

/**
 * Sends a request, and returns the JSON of its response, or undefined if there is none. Uses
 * XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws UploadFailed; the signal's reason
 */
async function send(
  method: 'POST' | 'PUT',
  url: string,
  signal: AbortSignal,
  file?: File,
  progress?: (share: number) => void,
): Promise<unknown> {
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  await new Promise<void>((resolve, reject) => {
    request.open(method, url)
    // The server detects the image type from the bytes.
    if (file) request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve()
    request.onerror = () => reject(new UploadFailed('connection-lost'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
  const json = parse(request.responseText)
  if (request.status >= 200 && request.status < 300) return json
  if (request.status === 401) throw new UploadFailed('signed-out')
  const detail: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'detail') : undefined
  throw new UploadFailed('other', typeof detail === 'string' ? { detail } : {})
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An object store responds with XML or an empty body.
    return undefined
  }
}

/** Uploads an image, and reports the uploaded fraction, from 0 to 1. Returns its URL. */
export type UploadImage = (
  file: File,
  signal: AbortSignal,
  progress?: (share: number) => void,
) => Promise<string>

const path = '/admin/images/upload'
const tooLarge = (bytesMax: number, options?: ErrorOptions) =>
  new UploadFailed('too-large', { max: bytesMax / 1_048_576 }, options)

/**
 * Uploads an image through the server, or directly to the object store if it is large and a store
 * is configured.
 * @throws UploadFailed; the signal's reason
 */
export const uploadImage: UploadImage = async (file, signal, progress) => {
  const { throughServerBytesMax, toStoreBytesMax } = imageLimits
  if (file.size <= throughServerBytesMax)
    return fieldOf(await send('POST', path, signal, file, progress), 'url')
  if (file.size > toStoreBytesMax) throw tooLarge(toStoreBytesMax)
  const begun = await send('POST', `${path}/to-store`, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw tooLarge(throughServerBytesMax, { cause: error })
  })
  await send('PUT', fieldOf(begun, 'putUrl'), signal, file, progress)
  return fieldOf(await send('POST', `${path}/to-store/${fieldOf(begun, 'id')}`, signal), 'url')
}

/** @throws UploadFailed if the response is not from the blog */
function fieldOf(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (value === undefined) throw new UploadFailed('other')
  return String(value)
}

/** Time in milliseconds without progress after which an upload fails. */
const silenceMsMax = 30_000

/** Adds a stall timeout to an upload, because a browser would wait for a response forever. */
export function endStalled(upload: UploadImage): UploadImage {
  return async (file, signal, progress) => {
    signal.throwIfAborted()
    const stalling = new AbortController()
    const ending = AbortSignal.any([signal, stalling.signal])
    const ended = new Promise<never>((_, reject) =>
      ending.addEventListener('abort', () => reject(ending.reason)),
    )
    let timer: ReturnType<typeof setTimeout> | undefined
    const waitAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(() => stalling.abort(new UploadFailed('timed-out')), silenceMsMax)
    }
    waitAgain()
    const sent = upload(file, ending, (share) => {
      waitAgain()
      progress?.(share)
    })
    return Promise.race([sent, ended]).finally(() => clearTimeout(timer))
  }
}
