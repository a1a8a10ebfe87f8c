import { type AddedImage, imageLimits } from '@/lib/images/image'
import { postToBlog, sendFile, UploadFailed } from './send-file'

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
  await sendFile('PUT', textOf(begun, 'putUrl'), file, signal, progress)
  return readAdded(await postToBlog(`${path}/to-store/${textOf(begun, 'id')}`, signal))
}

function readAdded(body: unknown): AddedImage {
  return {
    url: textOf(body, 'url'),
    width: numberOf(body, 'width'),
    height: numberOf(body, 'height'),
  }
}

function textOf(body: unknown, name: string): string {
  return String(fieldOf(body, name))
}

function numberOf(body: unknown, name: string): number {
  return Number(fieldOf(body, name))
}

/** @throws UploadFailed if the response is not from the blog */
function fieldOf(body: unknown, name: string): unknown {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (value === undefined) throw new UploadFailed('The server’s response is invalid.')
  return value
}
