import { z } from 'zod'
import { sourceFields, streamImport } from '@/app/admin/import/stream-import'
import { requireRole } from '@/lib/auth/actor'
import { isTimeZone } from '@/lib/env'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { importBodyBytesMax } from '@/lib/http/body-limit'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { invalid } from '@/lib/i18n/error-text'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import type { ImportProgress, ImportReport } from '@/lib/importers/comments/import-report'
import { uploadLimits } from '@/lib/importers/comments/upload'

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
  ...sourceFields,
  site: filled,
  me: lines,
  map: lines,
  timeZone: filled.refine((zone) => zone === undefined || isTimeZone(zone), invalid('timeZone')),
  screen: flag,
  check: flag,
})

/**
 * Imports comments, or checks what an import would do. If the client disconnects, the import stops
 * after the current thread.
 */
export const POST = adminEndpoint(async ({ request, actor }) => {
  // Check the session before reading megabytes from an unauthorised client.
  requireRole(actor, 'owner')
  const { fields } = await readBody(request, importBodyBytesMax)
  const { upload, file, ...options } = parseFields(input, fields)
  const source = { upload, file, isCheck: options.check }
  const { bytesMax } = uploadLimits
  return streamImport<ImportProgress, ImportReport>(actor, source, (paths, shared) =>
    importCommentFiles(paths, { ...options, ...shared, bytesMax }),
  )
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

/** Seconds on Vercel. An import that takes longer can be repeated and adds the rest. */
export const maxDuration = 300
