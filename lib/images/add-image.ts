import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { imagePath } from '@/lib/markdown/own-image'
import { drawWidths } from './draw-widths'
import type { AddedImage } from './image'
import { bucket, putFiles } from './store'

/** Includes the wait in the queue. */
const drawTimeoutMs = 60_000

/**
 * Re-encodes an image without its metadata and stores it for use in posts. The same image is stored
 * only once.
 * @param bytes the uploaded file
 * @throws AppError `unauthorized`, `forbidden` for a moderator, `unsupported-media-type`,
 *   `storage-unavailable`; InvalidInput if the image cannot be decoded; DatabaseUnavailable
 */
export async function addImage(actor: Actor | undefined, bytes: Buffer): Promise<AddedImage> {
  requireRole(actor, 'writer')
  const { id, width, height, isMoving, files } = await drawWidths(
    bytes,
    AbortSignal.timeout(drawTimeoutMs),
  )
  const added = { url: imagePath({ id, width, height }), width, height }
  if (await query((client) => client.image.findUnique({ where: { id }, select: { id: true } })))
    return added
  const inBucket = bucket() !== undefined
  await putFiles(inBucket, id, files)
  const image = { id, width, height, isMoving, inBucket, bytes: files.at(-1)?.bytes.length ?? 0 }
  await query((client) => client.image.createMany({ data: image, skipDuplicates: true }))
  return added
}
