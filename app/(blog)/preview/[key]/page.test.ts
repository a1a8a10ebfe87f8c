import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { makePreviewKey, revokePreviewKey } from '@/lib/posts/editing/preview-key'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer } from '@/test/servers/server'

const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL })
const owner = await addActor('owner')

async function previewed(slug: string, draft: boolean) {
  const { id } = await addPost(slug, { draft, content: 'A **secret** draft.', title: 'Hush' })
  await makePreviewKey(owner, id)
  const { previewKey } = await getEditedPost(owner, id)
  return { id, open: () => fetch(`${server.url}/preview/${previewKey}`) }
}

test('returns 200 with the draft, not cached, indexed, framed or referred', async () => {
  const { id, open } = await previewed('draft', true)
  const { status, headers } = await open()
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  await db().post.update({ where: { id }, data: { content: 'Saved **since**.' } })
  const html = await (await open()).text()
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(html).toContain('Saved <strong>since</strong>.')
  expect(html).not.toContain('class="cover"')
  await db().post.update({
    where: { id },
    data: { cover: '/images/hill-1200x800.webp', coverAlt: 'A hill' },
  })
  expect(await (await open()).text()).toContain('src="/images/hill-1200x800.webp"')
  expect((await fetch(`${server.url}/posts/draft`)).status).toBe(404)
})

test('counts no view and accepts no comment, even for a published post', async () => {
  const { open } = await previewed('public', false)
  const html = await (await open()).text()
  expect(html).not.toContain('name="author_name"')
  expect(html).not.toMatch(/\d views?</)
})

test('returns 404 after the link was revoked', async () => {
  const { id, open } = await previewed('revoked', true)
  await revokePreviewKey(owner, id)
  expect((await open()).status).toBe(404)
  expect((await fetch(`${server.url}/preview/${'x'.repeat(32)}`)).status).toBe(404)
})
