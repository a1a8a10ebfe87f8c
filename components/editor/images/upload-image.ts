import { type AddedImage, imageLimits } from '@/lib/images/image'

/** A failed upload, with a message for the user. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
}

type ResponseText = { status: number; text: string }

/**
 * Sends a file as a request body. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress.
 * @param progress receives the uploaded fraction, from 0 to 1
 * @returns the JSON response, or undefined if there is none
 * @throws UploadFailed; the signal's reason
 */
async function sendFile(
  method: 'POST' | 'PUT',
  url: string,
  file: File,
  signal: AbortSignal,
  progress?: (share: number) => void,
): Promise<unknown> {
  signal.throwIfAborted()
  return readResponse(
    await new Promise<ResponseText>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      // The server detects the image type from the bytes.
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
      request.onload = () => resolve({ status: request.status, text: request.responseText })
      request.onerror = () => reject(new UploadFailed('The connection is lost.'))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    }),
  )
}

/** Sends a request about an upload, and parses the response like `sendFile`. */
async function postToBlog(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new UploadFailed('The connection is lost.', { cause: error })
  })
  return readResponse({ status: response.status, text: await response.text() })
}

function readResponse({ status, text }: ResponseText): unknown {
  const json = parse(text)
  if (status >= 200 && status < 300) return json
  if (status === 401)
    throw new UploadFailed('You are signed out. Sign in in another tab and try again.')
  const detail: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'detail') : undefined
  throw new UploadFailed(typeof detail === 'string' ? detail : 'The image was rejected.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An object store responds with XML or an empty body.
    return undefined
  }
}

/** Uploads an image, and reports the uploaded fraction, from 0 to 1. */
export type UploadImage = (
  file: File,
  signal: AbortSignal,
  progress?: (share: number) => void,
) => Promise<AddedImage>

const path = '/admin/images/upload'
const megabytes = (bytes: number) => `${bytes / 1_048_576} MB`

/**
 * Uploads an image through the server, or directly to the object store if it is large and a store
 * is configured.
 * @throws UploadFailed with a message for the user; the signal's reason
 */
export const uploadImage: UploadImage = async (file, signal, progress) => {
  const { throughServerBytesMax, toStoreBytesMax } = imageLimits
  if (file.size <= throughServerBytesMax)
    return readAdded(await sendFile('POST', path, file, signal, progress))
  if (file.size > toStoreBytesMax)
    throw new UploadFailed(`An image may have ${megabytes(toStoreBytesMax)}.`)
  const begun = await postToBlog(`${path}/to-store`, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new UploadFailed(`An image may have ${megabytes(throughServerBytesMax)}.`, {
      cause: error,
    })
  })
  await sendFile('PUT', fieldOf(begun, 'putUrl'), file, signal, progress)
  return readAdded(await postToBlog(`${path}/to-store/${fieldOf(begun, 'id')}`, signal))
}

function readAdded(body: unknown): AddedImage {
  const [width, height] = [fieldOf(body, 'width'), fieldOf(body, 'height')].map(Number)
  return { url: fieldOf(body, 'url'), width: width ?? 0, height: height ?? 0 }
}

/** @throws UploadFailed if the response is not from the blog */
function fieldOf(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (value === undefined) throw new UploadFailed('The server’s response is invalid.')
  return String(value)
}

/**
 * Time in milliseconds without progress after which an upload fails. Uploading a part or shrinking
 * an image takes less.
 */
const silenceMsMax = 30_000

/**
 * Adds a stall timeout to an upload. Browsers wait for a response indefinitely, which would block
 * the queued images. The upload then throws UploadFailed.
 */
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
      timer = setTimeout(
        () => stalling.abort(new UploadFailed('The connection has stalled.')),
        silenceMsMax,
      )
    }
    waitAgain()
    const sent = upload(file, ending, (share) => {
      waitAgain()
      progress?.(share)
    })
    return Promise.race([sent, ended]).finally(() => clearTimeout(timer))
  }
}
