import path from 'node:path'
import { z } from 'zod'
import { importEndpoint } from '@/app/admin/import/stream-import'
import { NotFound } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { checkbox } from '@/lib/http/parse-fields'
import { invalid } from '@/lib/i18n/error-text'
import { importBlog, importFolder } from '@/lib/importers/import-posts'
import { parseUrl } from '@/lib/text/parse-url'

const options = {
  site: z
    .string()
    .default('')
    .transform((url) => url.trim())
    .refine((url) => url === '' || /^https?:/i.test(parseUrl(url)?.href ?? ''), invalid('url')),
  overwrite: checkbox,
}

/**
 * Imports the posts of an export of Ghost or WordPress, or of Markdown files. If the client
 * disconnects, the import stops after the current post.
 */
export const POST = importEndpoint(options, async ([first, ...others], given) => {
  if (first === undefined) throw new NotFound('upload', '')
  const isExport = others.length === 0 && !/\.(?:md|mdx|markdown)$/i.test(first)
  return isExport ? importBlog(first, given) : importFolder(path.dirname(first), given)
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')

/** Seconds on Vercel. An import that takes longer can be repeated and adds the rest. */
export const maxDuration = 300
