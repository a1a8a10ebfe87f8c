import path from 'node:path'
import { z } from 'zod'
import { sourceFields, streamImport } from '@/app/admin/import/stream-import'
import { requireRole } from '@/lib/auth/actor'
import { NotFound } from '@/lib/errors'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { importBodyBytesMax } from '@/lib/http/body-limit'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { invalid } from '@/lib/i18n/error-text'
import { importBlog, importFolder, type PostImportReport } from '@/lib/importers/import-posts'
import { parseUrl } from '@/lib/text/parse-url'

const input = z.object({
  ...sourceFields,
  site: z
    .string()
    .default('')
    .transform((url) => url.trim())
    .refine((url) => url === '' || /^https?:/i.test(parseUrl(url)?.href ?? ''), invalid('url')),
  overwrite: z.literal('yes').optional().transform(Boolean),
})

/**
 * Imports the posts of an export of Ghost or WordPress, or of Markdown files. If the client
 * disconnects, the import stops after the current post.
 */
export const POST = adminEndpoint(async ({ request, actor }) => {
  // Check the session before reading megabytes from an unauthorised client.
  requireRole(actor, 'owner')
  const { fields } = await readBody(request, importBodyBytesMax)
  const { upload, file, ...options } = parseFields(input, fields)
  return streamImport<number, PostImportReport>(actor, { upload, file }, async (paths, shared) => {
    const [first, ...others] = paths
    if (first === undefined) throw new NotFound('upload', upload ?? '')
    const isExport = others.length === 0 && !/\.(?:md|mdx|markdown)$/i.test(first)
    return isExport
      ? importBlog(first, { ...options, ...shared })
      : importFolder(path.dirname(first), { ...options, ...shared })
  })
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

/** Seconds on Vercel. An import that takes longer can be repeated and adds the rest. */
export const maxDuration = 300
