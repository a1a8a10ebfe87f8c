import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { ImportProgress } from '@/lib/importers/comments/import-report'
import { uploadLimits } from '@/lib/importers/comments/upload'
import { ImportFailed, runImport, uploadFiles } from './run-import'

/** `total` is undefined while it is unknown. */
export type ImportTask = {
  kind: 'upload' | 'check' | 'import'
  done: number
  total: number | undefined
}

export type ImportState<Report> =
  | { step: 'ready'; failure?: ImportFailed | undefined; wasStopped?: boolean }
  | { step: 'busy'; task: ImportTask }
  | { step: 'checked' | 'imported'; report: Report }

/**
 * Uploads the files of a form once, checks them if the endpoint can, and imports them.
 * @param url the path of the endpoint
 * @param mayUpload false on Vercel, where one request must contain all files
 */
export function useImport<Report>(url: string, mayUpload: boolean) {
  const router = useRouter()
  const [state, setState] = useState<ImportState<Report>>({ step: 'ready' })
  const stopper = useRef<AbortController>(undefined)
  const uploaded = useRef<{ key: string; id: string }>(undefined)

  /** Adds the files to the fields of the form, after their upload if they are large. */
  async function addFiles(form: FormData, signal: AbortSignal): Promise<void> {
    const files = form.getAll('file').filter((file) => file instanceof File)
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

  async function run(form: FormData, isCheck = false): Promise<void> {
    stopper.current?.abort()
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const kind = isCheck ? 'check' : 'import'
    const show = (task: Pick<ImportTask, 'done' | 'total'>) =>
      setState({ step: 'busy', task: { kind, ...task } })
    try {
      show({ done: 0, total: undefined })
      await addFiles(form, signal)
      if (isCheck) form.set('check', 'yes')
      const report = await runImport<Report>(url, form, {
        onProgress: (progress) => show(progressOf(progress)),
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
    /** Stops the current task. What was already imported stays. */
    stop: () => {
      const wasStopped = state.step === 'busy' && state.task.kind === 'import'
      stopper.current?.abort()
      setState({ step: 'ready', wasStopped })
    },
    /** Discards the result after the form has changed. */
    reset: () => setState({ step: 'ready' }),
  }
}

/** The number of comments read is known first, then the total. */
const progressOf = (progress: ImportProgress | number) => {
  if (typeof progress === 'number') return { done: progress, total: undefined }
  const { read, done, total } = progress
  return { done: total === undefined ? read : done, total }
}

const toFailure = (error: unknown): ImportFailed =>
  error instanceof ImportFailed ? error : new ImportFailed('other', '', { cause: error })
