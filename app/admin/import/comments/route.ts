import { z } from 'zod'
import { importEndpoint } from '@/app/admin/import/stream-import'
import { isTimeZone } from '@/lib/env'
import { otherMethods } from '@/lib/http/endpoint'
import { checkbox } from '@/lib/http/parse-fields'
import { invalid } from '@/lib/i18n/error-text'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import { uploadLimits } from '@/lib/importers/comments/upload'

const lines = z
  .string()
  .default('')
  .transform((text) => text.split(/\r?\n/).map((line) => line.trim()))
  .transform((all) => all.filter((line) => line !== ''))

const filled = z
  .string()
  .optional()
  .transform((text) => text || undefined)

const options = {
  site: filled,
  me: lines,
  map: lines,
  timeZone: filled.refine((zone) => zone === undefined || isTimeZone(zone), invalid('timeZone')),
  screen: checkbox,
  check: checkbox,
}

/**
 * Imports comments, or checks what an import would do. If the client disconnects, the import stops
 * after the current thread.
 */
export const POST = importEndpoint(options, (paths, given) =>
  importCommentFiles(paths, { ...given, bytesMax: uploadLimits.bytesMax }),
)

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

/** Seconds on Vercel. An import that takes longer can be repeated and adds the rest. */
export const maxDuration = 300
