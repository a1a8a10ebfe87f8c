import { z } from 'zod'
import { requireRole } from '@/lib/auth/actor'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { postBodyBytesMax } from '@/lib/posts/editing/edited-post'
import { renderPreview } from './render-preview'

/**
 * Returns a post as its page will show it. It writes nothing and fetches no link: cards are shown
 * for links with a stored preview.
 */
export const POST = adminEndpoint(async ({ request, actor }) => {
  requireRole(actor, 'owner')
  const { content } = parseFields(
    z.object({ content: z.string() }),
    (await readBody(request, postBodyBytesMax)).fields,
  )
  return { html: await renderPreview(content) }
})

export const { OPTIONS, GET, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
