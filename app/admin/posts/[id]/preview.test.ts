import { beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { callAction } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()

let server: TestServer

beforeAll(async () => {
  server = await startServer({ DATABASE_URL })
})

/** Calls the action, and returns its result as React encodes it. */
async function preview(content: unknown, role?: StaffRole): Promise<string> {
  const headers: Record<string, string> = role
    ? { Cookie: `session=${(await addSession(await addActor(role))).cookie}` }
    : {}
  const name = 'app/admin/posts/[id]/actions.ts#preview'
  return (await callAction(server.url, '/admin/posts/1', name, [content], headers)).text
}

test('renders a post as its page does, for writers', async () => {
  const rendered = await preview('## A *post*\n\nwords', 'writer')
  expect(rendered).toContain('"rendered"')
  expect(rendered).toMatch(/"h2",[^\n]*"id":"a-post"/)
  expect(rendered).toContain('Link to “A post”')
  expect(rendered).toContain('"children":"words"')
})

test('keeps the links of unknown cards and fetches none', async () => {
  const before = await db().linkPreview.count()
  expect(await preview('https://unknown.example/', 'owner')).toContain(
    '"href":"https://unknown.example/"',
  )
  expect(await db().linkPreview.count()).toBe(before)
})

test('returns the source if it is nested too deeply', async () => {
  expect(await preview('>'.repeat(5_000), 'owner')).toContain('"whitespace-pre-wrap"')
})

if (isNightly)
  test('renders a post of one megabyte', async () => {
    const rendered = await preview('Words of a long post.\n\n'.repeat(45_000), 'owner')
    expect(rendered.length).toBeGreaterThan(1_000_000)
  })

test.each([
  ['without a session', 'words', undefined],
  ['for a moderator', 'words', 'moderator'],
  ['for something other than text', { content: 'words' }, 'owner'],
] as const)('returns an error %s', async (_, content, role) => {
  const result = await preview(content, role)
  expect(result).toContain('"error"')
  expect(result).not.toContain('"rendered"')
})
