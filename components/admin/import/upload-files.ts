import { type UploadState, uploadLimits } from '@/lib/importers/comments/upload'
import { failureOf, ImportFailed } from './import-failed'

const { chunkBytes, bytesMax, filesMax } = uploadLimits
/** Milliseconds before each retry. */
const retryMs = [1_000, 2_000, 4_000, 8_000, 16_000]

type Options = { onProgress: (bytes: number) => void; signal: AbortSignal }

/**
 * Uploads files in parts, and returns the id of the upload. Continues after a lost connection.
 * @throws ImportFailed; the signal's reason
 */
export async function uploadFiles(files: readonly File[], options: Options): Promise<string> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > bytesMax || files.length > filesMax) throw new ImportFailed('too-large')
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new ImportFailed('same-names')
  let id: string | undefined
  let before = 0
  for (const file of files) {
    let offset = 0
    do {
      const state: UploadState = await sendPart(file, { id, offset }, options.signal)
      id = state.id
      offset = state.size
      options.onProgress(before + offset)
    } while (offset < file.size)
    before += file.size
  }
  if (id === undefined) throw new ImportFailed('other')
  return id
}

type Place = { id: string | undefined; offset: number }

/** Sends the part at an offset, and returns the size of the file on the server in bytes. */
async function sendPart(file: File, place: Place, signal: AbortSignal): Promise<UploadState> {
  const { id, offset } = place
  const query = new URLSearchParams({ name: file.name, offset: String(offset), ...(id && { id }) })
  const response = await fetchAgain(
    `/admin/import/upload?${query}`,
    { body: file.slice(offset, offset + chunkBytes), signal },
    retryMs,
  )
  const fields = await response.json().catch(() => ({}))
  if (response.ok) return fields
  // The response to an earlier attempt was lost.
  if (fields.code === 'upload-offset' && id !== undefined) return { id, size: fields.size }
  throw failureOf(response.status, fields)
}

type Sent = { body: Blob; signal: AbortSignal }

/** Posts bytes, and retries after each delay if the connection or the server fails. */
async function fetchAgain(url: string, sent: Sent, waitsMs: readonly number[]): Promise<Response> {
  const { body, signal } = sent
  const headers = { 'Content-Type': 'application/octet-stream' }
  const response = await fetch(url, { method: 'POST', body, headers, signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted()
      return new ImportFailed('connection-lost', '', { cause })
    },
  )
  const isLost = response instanceof ImportFailed
  if (!isLost && response.status < 500) return response
  const [waitMs, ...laterMs] = waitsMs
  if (waitMs !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    signal.throwIfAborted()
    return fetchAgain(url, sent, laterMs)
  }
  if (isLost) throw response
  return response
}
