import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError, NotFound } from '@/lib/errors'
import { addImage } from './add-image'
import { askBucket, type Bucket, bucket, presignPut } from './bucket'
import { type AddedImage, imageLimits } from './image'

/** Seconds in which a file must have been sent. */
const holdsSeconds = 900

/** Under what a file lies until it has been drawn. */
const keyOf = (id: string) => `uploads/${id}`
const uploadId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws NotFound where no store is configured: all goes through the server then */
function requireBucket(): Bucket {
  const configured = bucket()
  if (!configured) throw new NotFound('store for', 'uploads')
  return configured
}

/**
 * Lets a browser send one large picture straight to the store.
 *
 * @returns where it is to `PUT` the file, within 15 minutes, and the id to say then that it is there
 * @throws AppError `unauthorized`, `forbidden` for a moderator; NotFound where no store is configured
 */
export async function beginUpload(
  actor: Actor | undefined,
): Promise<{ id: string; putUrl: string }> {
  requireRole(actor, 'owner')
  const id = randomUUID()
  return { id, putUrl: await presignPut(requireBucket(), keyOf(id), holdsSeconds) }
}

/**
 * Makes an image of a file that a browser has sent to the store, which is deleted, whatever comes of it; where it
 * cannot be, a line of the log says so.
 *
 * @throws as `addImage` does; NotFound where nothing was sent; AppError `body-too-large`
 */
export async function finishUpload(actor: Actor | undefined, id: string): Promise<AddedImage> {
  requireRole(actor, 'owner')
  const from = requireBucket()
  const response = uploadId.test(id) ? await askBucket(from, keyOf(id)) : undefined
  if (!response?.ok) throw new NotFound('upload', id)
  try {
    return await addImage(actor, await readBounded(response, imageLimits.toStoreBytesMax))
  } finally {
    await forgetUpload(from, id)
  }
}

/** What came of the upload is not undone by a file that stays: it is in nobody’s way. */
async function forgetUpload(from: Bucket, id: string): Promise<void> {
  try {
    await askBucket(from, keyOf(id), { method: 'DELETE' })
  } catch (error) {
    console.warn(
      `an upload stays in the store as ${keyOf(id)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** What came straight to the store, nobody has weighed yet. */
async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > bytesMax)
      throw new AppError('body-too-large', `An image may have ${bytesMax / 1_048_576} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
