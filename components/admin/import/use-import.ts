import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { ImportReport } from '@/lib/importers/comments/import-report'
import { uploadLimits } from '@/lib/importers/comments/upload'
import { ImportFailed, runImport, uploadFiles } from './run-import'

/** `total` is undefined while it is unknown. */
export type ImportTask = {
  kind: 'upload' | 'check' | 'import'
  done: number
  total: number | undefined
}

export type ImportState =
  | { step: 'ready'; failure?: ImportFailed | undefined; wasStopped?: boolean }
  | { step: 'busy'; task: ImportTask }
  | { step: 'checked' | 'imported'; report: ImportReport }

/**
 * Uploads the files of a form once, checks them, and imports their comments.
 * @param mayUpload false on Vercel, where one request must contain all files
 */
export function useImport(mayUpload: boolean) {
  const router = useRouter()
  const [state, setState] = useState<ImportState>({ step: 'ready' })
  const stopper = useRef<AbortController>(undefined)
  const uploaded = useRef<{ key: string; id: string }>(undefined)

  /** Adds the files to the fields of the form, after their upload if they are large. */
  async function addFiles(form: FormData, files: File[], signal: AbortSignal): Promise<void> {
    const total = files.reduce((sum, { size }) => sum + size, 0)
    const { chunkBytes, bodyBytesMax } = uploadLimits
    const [file] = files
    form.delete('file')
    if (file && files.length === 1 && total <= (mayUpload ? chunkBytes : bodyBytesMax)) {
      form.set('file', file)
      return
    }
    if (!mayUpload) throw new ImportFailed('too-large')
    // Browsers create new objects for the same files.
    const key = JSON.stringify(
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
    )
    if (uploaded.current?.key !== key) {
      const onProgress = (done: number) =>
        setState({ step: 'busy', task: { kind: 'upload', done, total } })
      onProgress(0)
      uploaded.current = { key, id: await uploadFiles(files, { onProgress, signal }) }
    }
    form.set('upload', uploaded.current.id)
  }

  async function run(form: FormData, files: File[], isCheck: boolean): Promise<void> {
    stopper.current?.abort()
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const kind = isCheck ? 'check' : 'import'
    const show = (done: number, total: number | undefined) =>
      setState({ step: 'busy', task: { kind, done, total } })
    try {
      show(0, undefined)
      await addFiles(form, files, signal)
      if (isCheck) form.set('check', 'yes')
      const report = await runImport(form, {
        onProgress: ({ read, done, total }) => show(total === undefined ? read : done, total),
        signal,
      })
      setState({ step: isCheck ? 'checked' : 'imported', report })
    } catch (error) {
      if (!signal.aborted) {
        // The server may have lost the upload.
        uploaded.current = undefined
        setState({ step: 'ready', failure: toFailure(error) })
      }
    }
    if (isCheck) return
    uploaded.current = undefined
    router.refresh()
  }

  return {
    state,
    run,
    /** Stops the current task. Comments that were already imported stay. */
    stop: () => {
      const wasStopped = state.step === 'busy' && state.task.kind === 'import'
      stopper.current?.abort()
      setState({ step: 'ready', wasStopped })
    },
    /** Discards the result after the form has changed. */
    reset: () => setState({ step: 'ready' }),
  }
}

const toFailure = (error: unknown): ImportFailed =>
  error instanceof ImportFailed ? error : new ImportFailed('other', '', { cause: error })
