import { requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db'
import { AppError, NotFound } from '@/lib/errors'
import { deskEndpoint } from '@/lib/http/desk-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { editedPostInput, postBodyBytesMax } from '@/lib/posts/edited-post'

async function find(id: number) {
  const post = await query((client) => client.post.findUnique({ where: { id } }))
  if (!post) throw new NotFound('post', id)
  return post
}

export const GET = deskEndpoint<{ id: string }>(async ({ params, actor }) => {
  requireRole(actor, 'owner')
  const post = await find(Number(params.id))
  return { ...post, state: post.draft ? 'draft' : 'published' }
})

export const PUT = deskEndpoint<{ id: string }>(async ({ request, params, actor }) => {
  requireRole(actor, 'owner')
  const { base, force: _, ...fields } = parseFields(editedPostInput, (await readBody(request, postBodyBytesMax)).fields)
  const id = Number(params.id)
  const { count } = await query((client) =>
    client.post.updateMany({ where: { id, revision: base }, data: { ...fields, revision: base + 1 } }),
  )
  const post = await find(id)
  if (count === 0)
    throw new AppError('post-changed', 'Changed.', [], {
      members: { theirs: { revision: post.revision, title: post.title, content: post.content, savedAt: post.updatedAt, by: 'Somebody' } },
    })
  return { revision: post.revision, savedAt: post.updatedAt, state: 'draft', slug: post.slug }
})

export const { OPTIONS, POST, PATCH, DELETE } = otherMethods('GET', 'PUT')
export const dynamic = 'force-dynamic'
