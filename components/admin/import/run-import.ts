import type { ImportLine, ImportProgress } from '@/lib/importers/comments/import-report'
import { type UploadState, uploadLimits } from '@/lib/importers/comments/upload'

const { chunkBytes, bytesMax, filesMax } = uploadLimits
/** The delays before each retry, in milliseconds. */
const retryMs = [1_000, 2_000, 4_000, 8_000, 16_000]

/** The import failed. `detail` is the server's error message. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'

  constructor(
    readonly code: 'connection-lost' | 'signed-out' | 'same-names' | 'too-large' | 'other',
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(detail || code, options)
  }
}

/** Returns the failure that a server response describes. */
function failureOf(status: number, problem: { detail?: string }): ImportFailed {
  // Without a session cookie, the server accepts only small bodies.
  const isSignedOut = status === 401 || status === 413
  return new ImportFailed(isSignedOut ? 'signed-out' : 'other', problem.detail)
}

type Options<Progress> = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/**
 * Uploads files in parts, and returns the id of the upload. Continues after a lost connection.
 * `onProgress` receives the number of bytes.
 * @throws ImportFailed; the signal's reason
 */
export async function uploadFiles(
  files: readonly File[],
  { onProgress, signal }: Options<number>,
): Promise<string> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > bytesMax || files.length > filesMax) throw new ImportFailed('too-large')
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new ImportFailed('same-names')
  let id: string | undefined
  let before = 0
  for (const file of files) {
    let offset = 0
    do {
      const state: UploadState = await sendPart(file, id, offset, signal)
      id = state.id
      offset = state.size
      onProgress(before + offset)
    } while (offset < file.size)
    before += file.size
  }
  if (id === undefined) throw new ImportFailed('other')
  return id
}

/** Sends the part at an offset, and returns the size of the file on the server in bytes. */
async function sendPart(
  file: File,
  id: string | undefined,
  offset: number,
  signal: AbortSignal,
): Promise<UploadState> {
  const query = new URLSearchParams({ name: file.name, offset: String(offset), ...(id && { id }) })
  const part = file.slice(offset, offset + chunkBytes)
  const response = await postAgain(`/admin/import/upload?${query}`, part, signal)
  const fields = await response.json().catch(() => ({}))
  if (response.ok) return fields
  // The response to an earlier attempt was lost.
  if (fields.code === 'upload-offset' && id !== undefined) return { id, size: fields.size }
  throw failureOf(response.status, fields)
}

/** Posts bytes, and retries after each delay if the connection or the server fails. */
async function postAgain(url: string, body: Blob, signal: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  for (const waitMs of retryMs) {
    const response = await fetch(url, { method: 'POST', body, headers, signal }).catch(() => {})
    if (response && response.status < 500) return response
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    signal.throwIfAborted()
  }
  return fetch(url, { method: 'POST', body, headers, signal }).catch((cause: unknown) => {
    throw new ImportFailed('connection-lost', '', { cause })
  })
}

/**
 * Runs an import or a check at an endpoint, and returns its report.
 * @throws ImportFailed; the signal's reason
 */
export async function runImport<Report>(
  url: string,
  form: FormData,
  { onProgress, signal }: Options<ImportProgress | number>,
): Promise<Report> {
  try {
    const response = await fetch(url, { method: 'POST', body: form, signal })
    if (!response.ok || !response.body)
      throw failureOf(response.status, await response.json().catch(() => ({})))
    for await (const line of linesOf<Report>(response.body)) {
      if ('report' in line) return line.report
      if ('error' in line) throw new ImportFailed('other', line.error)
      onProgress(line.progress)
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof ImportFailed) throw cause
    throw new ImportFailed('connection-lost', '', { cause })
  }
  throw new ImportFailed('connection-lost')
}

async function* linesOf<Report>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ImportLine<Report>> {
  // Safari cannot iterate over a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
