import 'server-only'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError, NotFound } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { type UploadState, uploadLimits } from './upload'

const { bytesMax, filesMax } = uploadLimits
const lifetimeMs = 86_400_000
/** The names of temporary folders of uploads and of imports. */
const temporaryName = /^afterword-(?:upload|import)-/
/** The six characters that `mkdtemp` adds. */
const idShape = /^[A-Za-z\d]{6}$/

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
  let deleted = 0
  for (const name of await readdir(tmpdir())) {
    if (!temporaryName.test(name)) continue
    const folder = path.join(tmpdir(), name)
    const found = await findFolder(folder)
    if (!found || found.mtimeMs >= Date.now() - lifetimeMs) continue
    await rm(folder, { recursive: true, force: true })
    deleted++
  }
  return deleted
}

/** Returns the state of a folder of this user. The temporary folder is shared with others. */
async function findFolder(folder: string) {
  // Another process may have deleted it meanwhile.
  const found = await lstat(folder).catch(() => undefined)
  // Windows has no user ids.
  const { uid } = userInfo()
  return found?.isDirectory() && (uid < 0 || found.uid === uid) ? found : undefined
}

/** Returns the start of the paths of an owner's uploads. */
function startOf({ staffId }: Actor): string {
  const owner = createHash('sha256').update(staffId).digest('hex').slice(0, 32)
  return path.join(tmpdir(), `afterword-upload-${owner}-`)
}

async function startUpload(actor: Actor): Promise<string> {
  await deleteExpiredUploads()
  const folder = await mkdtemp(startOf(actor))
  return folder.slice(startOf(actor).length)
}

async function folderOf(actor: Actor, id: string): Promise<string> {
  const folder = startOf(actor) + id
  if (!idShape.test(id) || !(await findFolder(folder))) throw new NotFound('upload', id)
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
