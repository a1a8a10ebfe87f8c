import { afterAll, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { getLinkPreview } from './get-link-preview'

const target = await servePages((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>One</title>'),
)
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin
await ownDatabase()

test('returns a preview and logs an error if unused previews cannot be deleted', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await db().$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`
  await db().$executeRaw`
    CREATE TRIGGER refuse BEFORE DELETE ON link_previews EXECUTE FUNCTION refuse()`
  const url = `${target.origin}/one`
  expect((await getLinkPreview(url)).preview).toMatchObject({ title: 'One' })
  expect(await db().linkPreview.findUnique({ where: { url } })).toMatchObject({ title: 'One' })
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('not now'))
})
