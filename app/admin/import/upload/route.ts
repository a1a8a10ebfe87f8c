import { z } from 'zod'
import { requireRole } from '@/lib/auth/actor'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { tooLarge } from '@/lib/http/body-limit'
import { otherMethods } from '@/lib/http/endpoint'
import { parseQuery } from '@/lib/http/parse-query'
import { readBytes } from '@/lib/http/read-body'
import { appendToUpload } from '@/lib/importers/comments/store-upload'
import { uploadLimits } from '@/lib/importers/comments/upload'
import { fileName } from './file-name'

const { bodyBytesMax, bytesMax } = uploadLimits

const place = z.object({
  /** Absent at the start of an upload. */
  id: z.string().optional(),
  name: fileName,
  offset: z.coerce.number().pipe(z.int().min(0).max(bytesMax)),
})

/** Adds the body to a file of an upload. A file may need many requests. */
export const POST = adminEndpoint(async ({ request, actor }) => {
  // Check the session before reading megabytes from an unauthorised client.
  requireRole(actor, 'owner')
  const { id, name, offset } = parseQuery(place, new URL(request.url).searchParams)
  const bytes = await readBytes(request, bodyBytesMax, tooLarge(bodyBytesMax))
  return appendToUpload(actor, { id, name, offset }, bytes)
})

export const { GET, OPTIONS, PUT, PATCH, DELETE } = otherMethods('POST')
