import type { ImportProgress } from '@/lib/importers/comments/import-comment-files'
import type { ImportReport } from '@/lib/importers/comments/import-report'
import { failureOf, ImportFailed } from './import-failed'
import type { ImportLine } from './import-line'

type Options = { onProgress: (progress: ImportProgress) => void; signal: AbortSignal }

/**
 * Runs an import or a check on the server, and returns its report.
 * @throws ImportFailed; the signal's reason
 */
export async function runImport(
  form: FormData,
  { onProgress, signal }: Options,
): Promise<ImportReport> {
  try {
    const response = await fetch('/admin/import/run', { method: 'POST', body: form, signal })
    if (!response.ok || !response.body)
      throw failureOf(response.status, await response.json().catch(() => ({})))
    for await (const line of linesOf(response.body)) {
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

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
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
