import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError, NotFound } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { type UploadState, uploadLimits } from './upload'

const { bytesMax, filesMax } = uploadLimits
const lifetimeMs = 86_400_000
const idShape = /^[\w-]{32}$/

type UploadPosition = {
  /** Undefined to start an upload. */
  id?: string | undefined
  /** The name of a file, without its folder. */
  name: string
  /** The position of the bytes in the file. */
  offset: number
}

/**
 * Writes a part of an uploaded file to a private temporary folder. Uploads expire after a day
 * (`deleteExpiredUploads`).
 * @throws NotFound; AppError `upload-offset`, with the member `size`, if the file has another size;
 * `body-too-large` for more than 4 GB; `unauthorized`, `forbidden`
 */
export async function appendToUpload(
  actor: Actor | undefined,
  { id: given, name, offset }: UploadPosition,
  bytes: Uint8Array,
): Promise<UploadState> {
  requireRole(actor, 'owner')
  const id = given ?? (await startUpload(actor))
  const folder = await folderOf(actor, id)
  const sizes = await sizesIn(folder)
  const size = sizes.get(name) ?? 0
  if (size !== offset)
    throw new AppError('upload-offset', errorText('uploadOffset', { size }), [], {
      members: { size },
    })
  const total = [...sizes.values()].reduce((sum, one) => sum + one, bytes.length)
  if (total > bytesMax || sizes.size - Number(sizes.has(name)) >= filesMax)
    throw new AppError('body-too-large', errorText('uploadSize', { files: filesMax }))
  // A repeated request writes the same bytes to the same position.
  const { O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const file = await open(path.join(folder, name), O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  try {
    await file.write(bytes, 0, bytes.length, offset)
  } finally {
    await file.close()
  }
  return { id, size: offset + bytes.length }
}

/**
 * Returns the paths of the files of an upload, by name.
 * @throws NotFound; AppError `unauthorized`, `forbidden`
 */
export async function listUploadedFiles(actor: Actor | undefined, id: string): Promise<string[]> {
  requireRole(actor, 'owner')
  const folder = await folderOf(actor, id)
  return [...(await sizesIn(folder)).keys()].sort().map((name) => path.join(folder, name))
}

/**
 * Deletes an upload.
 * @throws NotFound; AppError `unauthorized`, `forbidden`
 */
export async function deleteUpload(actor: Actor | undefined, id: string): Promise<void> {
  requireRole(actor, 'owner')
  await rm(await folderOf(actor, id), { recursive: true, force: true })
}

/**
 * Deletes the uploads of all owners that have expired, since exports contain personal data, and the
 * folders that an interrupted import has left.
 * @returns their number
 */
export async function deleteExpiredUploads(): Promise<number> {
  const shared = await sharedFolder()
  const { uid } = userInfo()
  const folders = [
    ...(await readdir(shared)).map((name) => path.join(shared, name)),
    ...(await readdir(tmpdir()))
      .filter((name) => name.startsWith('afterword-import-'))
      .map((name) => path.join(tmpdir(), name)),
  ]
  let deleted = 0
  for (const folder of folders) {
    // Another process may have deleted it in the meantime.
    const found = await lstat(folder).catch(() => undefined)
    if (!found || found.mtimeMs >= Date.now() - lifetimeMs) continue
    // The temporary folder is shared with other users of the machine.
    if (uid >= 0 && found.uid !== uid) continue
    await rm(folder, { recursive: true, force: true })
    deleted++
  }
  return deleted
}

/** Returns the folder of all uploads. */
async function sharedFolder(): Promise<string> {
  const { uid } = userInfo()
  const folder = path.join(tmpdir(), `afterword-uploads-${uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Another user of the machine may have created it first. Windows has no user ids.
  const found = await lstat(folder)
  if (!found.isDirectory() || (uid >= 0 && (found.uid !== uid || (found.mode & 0o077) !== 0)))
    throw new Error(`${folder} is not a private folder of this user`)
  return folder
}

/** Returns the folder of an upload, whose name binds it to its owner. */
async function folderNamed({ staffId }: Actor, id: string): Promise<string> {
  const owner = createHash('sha256').update(staffId).digest('hex').slice(0, 32)
  return path.join(await sharedFolder(), `${owner}-${id}`)
}

async function startUpload(actor: Actor): Promise<string> {
  await deleteExpiredUploads()
  const id = randomBytes(24).toString('base64url')
  await mkdir(await folderNamed(actor, id), { mode: 0o700 })
  return id
}

async function folderOf(actor: Actor, id: string): Promise<string> {
  if (!idShape.test(id)) throw new NotFound('upload', id)
  const folder = await folderNamed(actor, id)
  const found = await lstat(folder).catch(() => undefined)
  if (!found) throw new NotFound('upload', id)
  return folder
}

async function sizesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const name of await readdir(folder)) {
    const { size } = await stat(path.join(folder, name))
    sizes.set(name, size)
  }
  return sizes
}
