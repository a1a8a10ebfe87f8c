import { setImmediate } from 'node:timers/promises'
import { after } from 'next/server'
import { z } from 'zod'
import { fileName } from '@/app/admin/import/upload/file-name'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { isTimeZone } from '@/lib/env'
import { InvalidInput } from '@/lib/errors'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { importBodyBytesMax } from '@/lib/http/body-limit'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf, toAppError } from '@/lib/http/problem'
import { purgePages } from '@/lib/http/purge-pages'
import { readBody } from '@/lib/http/read-body'
import { invalid, validationText } from '@/lib/i18n/error-text'
import {
  type ImportOptions,
  importCommentFiles,
} from '@/lib/importers/comments/import-comment-files'
import type {
  ImportLine,
  ImportProgress,
  ImportReport,
} from '@/lib/importers/comments/import-report'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import {
  appendToUpload,
  deleteUpload,
  listUploadedFiles,
} from '@/lib/importers/comments/store-upload'
import { uploadLimits } from '@/lib/importers/comments/upload'

/** Milliseconds between reports of progress. */
const progressMs = 200

const lines = z
  .string()
  .default('')
  .transform((text) => text.split(/\r?\n/).map((line) => line.trim()))
  .transform((all) => all.filter((line) => line !== ''))

const flag = z.literal('yes').optional().transform(Boolean)

const filled = z
  .string()
  .optional()
  .transform((text) => text || undefined)

/** The fields of the form: an upload or one small file, and the options of the import. */
const input = z.object({
  upload: z.string().optional(),
  file: z.instanceof(File).optional(),
  site: filled,
  me: lines,
  map: lines,
  timeZone: filled.refine((zone) => zone === undefined || isTimeZone(zone), invalid('timeZone')),
  screen: flag,
  check: flag,
})

type Source = { upload?: string | undefined; file?: File | undefined }

/**
 * Imports comments, or checks what an import would do. The response consists of lines of JSON: the
 * progress, then the report or an error. If the client disconnects, the import stops after the
 * current thread.
 */
export const POST = adminEndpoint(async ({ request, actor }) => {
  // Check the session before reading megabytes from an unauthorised client.
  requireRole(actor, 'owner')
  const { fields } = await readBody(request, importBodyBytesMax)
  const { upload, file, ...options } = parseFields(input, fields)
  const id = await findUpload(actor, { upload, file })
  const paths = await listUploadedFiles(actor, id)
  return importResponse(paths, options, async (isImported) => {
    // An upload stays after a check or an interruption, so that its import can follow.
    if (isImported || upload === undefined) await deleteUpload(actor, id)
  })
})

/** Returns the id of the given upload, or of a new upload with the given file. */
async function findUpload(actor: Actor, { upload, file }: Source): Promise<string> {
  if (upload !== undefined) return upload
  if (!file || file.size === 0)
    throw new InvalidInput([{ field: 'file', message: validationText('file') }])
  const { name } = parseFields(z.object({ name: fileName }), { name: file.name })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await appendToUpload(actor, { name, offset: 0 }, bytes)).id
}

/** Runs an import and returns its progress and result as a stream. */
function importResponse(
  paths: string[],
  options: ImportOptions,
  close: (isImported: boolean) => Promise<void>,
): Response {
  const stopped = new AbortController()
  let work = Promise.resolve()
  const body = new ReadableStream<string>({
    start(controller) {
      const send = (line: ImportLine) => {
        if (!stopped.signal.aborted) controller.enqueue(`${JSON.stringify(line)}\n`)
      }
      work = runImport(paths, { ...options, signal: stopped.signal }, send)
        .then(
          async (report) => {
            // First, so that the upload is gone once the client knows the result.
            await close(options.check !== true)
            send({ report })
          },
          async (error: unknown) => {
            await close(false)
            throw error
          },
        )
        .catch((error: unknown) => {
          const isWrong = error instanceof NotAnExport
          send({ error: isWrong ? error.message : detailOf(toAppError(error)) })
        })
        .finally(() => stopped.signal.aborted || controller.close())
    },
    cancel: () => stopped.abort(),
  })
  // Next.js invalidates pages only until the response starts, and after it has ended.
  if (!options.check)
    after(async () => {
      await work
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

/** Imports files, and sends the progress. */
async function runImport(
  paths: string[],
  options: ImportOptions,
  send: (line: ImportLine) => void,
): Promise<ImportReport> {
  let toldAt = 0
  const onProgress = async (progress: ImportProgress) => {
    if (Date.now() - toldAt < progressMs) return
    toldAt = Date.now()
    send({ progress })
    // Lets the server send the line and handle other requests.
    await setImmediate()
  }
  const { bytesMax } = uploadLimits
  return importCommentFiles(paths, { ...options, bytesMax, onProgress })
}

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

/** Seconds on Vercel. An import that takes longer can be repeated and adds the rest. */
export const maxDuration = 300
