import { setImmediate } from 'node:timers/promises'
import { after } from 'next/server'
import { z } from 'zod'
import { fileName } from '@/app/admin/import/upload/file-name'
import type { Actor } from '@/lib/auth/actor'
import { InvalidInput } from '@/lib/errors'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf, toAppError } from '@/lib/http/problem'
import { purgePages } from '@/lib/http/purge-pages'
import { validationText } from '@/lib/i18n/error-text'
import type { ImportLine } from '@/lib/importers/comments/import-report'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import {
  appendToUpload,
  deleteUpload,
  listUploadedFiles,
} from '@/lib/importers/comments/store-upload'
import { NotAPost } from '@/lib/importers/imported-post'

/** Milliseconds between reports of progress. */
const progressMs = 200

/** The fields of a form with files: an upload, or one small file. */
export const sourceFields = {
  upload: z.string().optional(),
  file: z.instanceof(File).optional(),
}

type Source = {
  upload: string | undefined
  file: File | undefined
  /** True if nothing is written, so that the import of the same upload can follow. */
  isCheck?: boolean
}

type Shared<Progress> = {
  onProgress: (progress: Progress) => Promise<void>
  /** Aborted if the client disconnects. */
  signal: AbortSignal
}

/**
 * Runs an import of uploaded files. The response consists of lines of JSON: the progress, then the
 * report or an error.
 * @param work imports the files at the given paths
 * @throws NotFound for an unknown upload; InvalidInput without a file; AppError `unauthorized`,
 * `forbidden`
 */
export async function streamImport<Progress, Report>(
  actor: Actor,
  { upload, file, isCheck = false }: Source,
  work: (paths: string[], shared: Shared<Progress>) => Promise<Report>,
): Promise<Response> {
  const id = upload ?? (await storeFile(actor, file))
  const paths = await listUploadedFiles(actor, id)
  const stopped = new AbortController()
  let sending = Promise.resolve()
  const body = new ReadableStream<string>({
    start(controller) {
      const send = (line: ImportLine<Progress, Report>) => {
        if (!stopped.signal.aborted) controller.enqueue(`${JSON.stringify(line)}\n`)
      }
      const run = async () => {
        let isImported = false
        try {
          const report = await work(paths, {
            onProgress: progressSender(send),
            signal: stopped.signal,
          })
          isImported = !isCheck
          return report
        } finally {
          // An upload stays after a check or an interruption, so that its import can follow. It is
          // deleted before the client knows the result.
          if (isImported || upload === undefined) await deleteUpload(actor, id)
        }
      }
      sending = run()
        .then(
          (report) => send({ report }),
          (error: unknown) => send({ error: explain(error) }),
        )
        .finally(() => stopped.signal.aborted || controller.close())
    },
    cancel: () => stopped.abort(),
  })
  // Next.js invalidates pages only until the response starts, and after it has ended.
  if (!isCheck)
    after(async () => {
      await sending
      purgePages()
    })
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // nginx would buffer the progress.
      'X-Accel-Buffering': 'no',
    },
  })
}

/** Returns the id of a new upload with the given file. */
async function storeFile(actor: Actor, file: File | undefined): Promise<string> {
  if (!file || file.size === 0)
    throw new InvalidInput([{ field: 'file', message: validationText('file') }])
  const { name } = parseFields(z.object({ name: fileName }), { name: file.name })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await appendToUpload(actor, { name, offset: 0 }, bytes)).id
}

/** Returns a function that sends the progress from time to time. */
function progressSender<Progress>(send: (line: { progress: Progress }) => void) {
  let sentAt = 0
  return async (progress: Progress) => {
    if (Date.now() - sentAt < progressMs) return
    sentAt = Date.now()
    send({ progress })
    // Lets the server send the line and handle other requests.
    await setImmediate()
  }
}

/** Returns the text of an error. Errors in the files explain themselves. */
function explain(error: unknown): string {
  const isInFiles = error instanceof NotAnExport || error instanceof NotAPost
  return isInFiles ? error.message : detailOf(toAppError(error))
}
