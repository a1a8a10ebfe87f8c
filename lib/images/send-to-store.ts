import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError, messageOf, NotFound } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { addImage } from './add-image'
import { type AddedImage, imageLimits } from './image'
import { bucket, presignPut, requestBucket } from './store'

/** The lifetime of an upload URL, in seconds. */
const expiresSeconds = 900
const bytesMax = imageLimits.toStoreBytesMax

/** Returns the key of an uploaded file that has not been processed yet. */
const keyOf = (id: string) => `uploads/${id}`
const uploadId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws NotFound if no bucket is configured; all uploads then go through the server */
function requireBucket(): void {
  if (!bucket()) throw new NotFound('store', 'uploads')
}

/**
 * Creates a URL with which a browser uploads one large image directly to the bucket.
 * @returns the URL for the `PUT` request, valid for 15 minutes, and the id with which to finish the
 *   upload
 * @throws AppError `unauthorized`, `forbidden` for a moderator; NotFound if no bucket is configured
 */
export async function beginUpload(actor: Actor | undefined) {
  requireRole(actor, 'writer')
  requireBucket()
  const id = randomUUID()
  return { id, putUrl: await presignPut(keyOf(id), expiresSeconds) }
}

/**
 * Adds an image from a file that a browser has uploaded to the bucket. Always deletes the uploaded
 * file; if the deletion fails, logs a warning.
 * @throws the errors of `addImage`; NotFound if nothing was uploaded; AppError `body-too-large`,
 * `unsupported-media-type` for a compressed upload
 */
export async function finishUpload(actor: Actor | undefined, id: string): Promise<AddedImage> {
  requireRole(actor, 'writer')
  requireBucket()
  const response = uploadId.test(id) ? await requestBucket(keyOf(id)) : undefined
  if (!response?.ok) throw new NotFound('upload', id)
  try {
    // S3 always sends the length.
    const length = Number(response.headers.get('content-length'))
    if (length > bytesMax)
      throw new AppError('body-too-large', errorText('imageSize', { max: bytesMax / 1_048_576 }))
    // The upload URL does not restrict the headers, and `fetch` would decompress any number of
    // bytes.
    if (response.headers.has('content-encoding'))
      throw new AppError('unsupported-media-type', errorText('imageFormat'))
    return await addImage(actor, Buffer.from(await response.arrayBuffer()))
  } finally {
    // A failed deletion does not fail the upload.
    await requestBucket(keyOf(id), { method: 'DELETE' }).catch((error: unknown) =>
      console.warn(`could not delete the upload ${keyOf(id)}: ${messageOf(error)}`),
    )
  }
}
