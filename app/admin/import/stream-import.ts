import { setImmediate } from 'node:timers/promises'
import { after } from 'next/server'
import { z } from 'zod'
import { fileName } from '@/app/admin/import/upload/file-name'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { InvalidInput } from '@/lib/errors'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { importBodyBytesMax } from '@/lib/http/body-limit'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf, toAppError } from '@/lib/http/problem'
import { purgePages } from '@/lib/http/purge-pages'
import { readBody } from '@/lib/http/read-body'
import { validationText } from '@/lib/i18n/error-text'
import type { ImportLine, ImportProgress } from '@/lib/importers/comments/import-report'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import {
  appendToUpload,
  deleteUpload,
  listUploadedFiles,
} from '@/lib/importers/comments/store-upload'
import { NotAPost } from '@/lib/importers/imported-post'

/** Milliseconds between reports of progress. */
const progressMs = 200

/** An upload, or one small file. */
const sourceInput = z.object({
  upload: z.string().optional(),
  file: z.instanceof(File).optional(),
})

type RunOptions = {
  onProgress: (progress: ImportProgress | number) => Promise<void>
  /** Aborted if the client disconnects, so that the import can stop early. */
  signal: AbortSignal
}

/**
 * Creates an endpoint that imports uploaded files. The response consists of lines of JSON: the
 * progress, then the report or an error.
 * @param shape the fields with the options. With a `check`, nothing is written, and the import of
 * the same upload can follow.
 * @param work imports the files at the given paths
 */
export const importEndpoint = <Shape extends z.ZodRawShape>(
  shape: Shape,
  work: (paths: string[], options: z.infer<z.ZodObject<Shape>> & RunOptions) => Promise<unknown>,
) =>
  adminEndpoint(async ({ request, actor }) => {
    // Check the session before reading megabytes from an unauthorised client.
    requireRole(actor, 'owner')
    const { fields } = await readBody(request, importBodyBytesMax)
    const options = parseFields(z.object(shape), fields)
    const { upload, file } = parseFields(sourceInput, fields)
    const isCheck = 'check' in options && options.check === true
    const id = upload ?? (await storeFile(actor, file))
    const paths = await listUploadedFiles(actor, id)
    const stopped = new AbortController()
    let sending = Promise.resolve()
    const body = new ReadableStream<string>({
      start(controller) {
        const send = (line: ImportLine<unknown>) => {
          if (!stopped.signal.aborted) controller.enqueue(`${JSON.stringify(line)}\n`)
        }
        const run = async () => {
          let isImported = false
          try {
            const report = await work(paths, {
              ...options,
              onProgress: progressSender(send),
              signal: stopped.signal,
            })
            isImported = !isCheck
            return report
          } finally {
            // An upload stays after a check or an interruption, so that its import can follow. It
            // is deleted before the client knows the result.
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
  })

/** Returns the id of a new upload with the given file. */
async function storeFile(actor: Actor, file: File | undefined): Promise<string> {
  if (!file || file.size === 0)
    throw new InvalidInput([{ field: 'file', message: validationText('file') }])
  const { name } = parseFields(z.object({ name: fileName }), { name: file.name })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await appendToUpload(actor, { name, offset: 0 }, bytes)).id
}

/** Returns a function that sends the progress from time to time. */
function progressSender(send: (line: ImportLine<unknown>) => void) {
  let sentAt = 0
  return async (progress: ImportProgress | number) => {
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
