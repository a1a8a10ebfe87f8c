import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { foldBlock } from '@/lib/comments/screening/blocklist'
import { db } from '@/lib/db/client'
import { addImage } from '@/lib/images/add-image'
import { importPostFile } from '@/lib/importers/files/import-post-file'
import { encryptAddress } from '@/lib/mail/reader-address'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { createDatabase, ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { exportAll } from './export-all'
import { importAll } from './import-all'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const source = await ownDatabase()
const target = await createDatabase()
const interrupted = await createDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'afterword-all-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const folder = (name: string) => path.join(home, name)

async function run(script: string, DATABASE_URL: string, ...args: string[]): Promise<string> {
  const command = ['--conditions=react-server', '--import', 'tsx', script, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '1',
      DATABASE_URL,
      AUTH_SECRET: process.env.AUTH_SECRET,
    },
  })
  return stdout
}

const link = 'http://127.0.0.1:1/never-fetched'

/** Fills the blog with every kind of data. */
beforeAll(async () => {
  const owner = { email: 'olivia@example.org', password: 'the owner’s own password' }
  const { staffId } = await addActor('owner')
  await db().staff.delete({ where: { id: staffId } })
  await createOwner({ ...owner, name: 'Olivia' })
  const staff = await db().staff.findFirstOrThrow()
  await db().blogSettings.create({
    data: {
      name: 'Words',
      author: 'Olivia',
      description: '',
      language: 'de',
      commentsOff: false,
      timeZone: 'Europe/Berlin',
      commentsCloseAfterDays: 90,
      navigation: [{ text: 'About', href: '/posts/about' }],
    },
  })
  // Two posts with the same date, whose order differs from that of their names.
  const post = (slug: string) =>
    `---\ntitle: About ${slug}\nslug: ${slug}\ndate: 2025-10-20\n---\n\nWords.\n\n${link}\n`
  await db().linkPreview.create({
    data: {
      url: link,
      title: 'A card',
      freshUntil: new Date('2025-01-01'),
      failures: 2,
      fetchedAt: new Date('2025-01-01'),
      failureCode: 'target-too-slow',
      failureDetail: 'It took too long.',
    },
  })
  await importPostFile('b.md', post('zebra'))
  await importPostFile('deep/a.md', post('ant'))
  const drafted = await addPost('drafted', { draft: true })
  await db().post.update({
    where: { id: drafted.id },
    data: { commentsClosed: true, isPage: true },
  })
  await db().post.updateMany({ where: { slug: 'ant' }, data: { authorId: staff.id } })
  // A second version.
  await importPostFile('deep/a.md', post('ant').replace('Words', 'Better words'))
  const zebra = await db().post.findUniqueOrThrow({ where: { slug: 'zebra' } })
  await db().postRedirect.create({ data: { slug: 'former', postId: zebra.id } })
  await db().workingCopy.create({
    data: {
      postId: zebra.id,
      slug: 'okapi',
      title: 'Changed',
      summary: '',
      content: 'Unpublished.',
      tags: ['a'],
      cover: '',
      coverAlt: '',
      updateAt: new Date('2040-01-01'),
    },
  })
  const gone = await addPost('gone', { draft: true })
  await db().post.update({ where: { id: gone.id }, data: { deletedAt: new Date() } })

  const address = await db().readerAddress.create({
    data: { ...encryptAddress('ada@example.org'), verifiedAt: new Date('2026-01-01') },
  })
  await db().threadFollow.create({
    data: { addressId: address.id, threadId: zebra.id, confirmedAt: new Date() },
  })
  await db().readerAddress.create({
    data: { ...encryptAddress('bea@example.org'), unsubscribedAt: new Date('2026-01-02') },
  })
  const top = await addComment(zebra.id)
  await db().comment.update({
    where: { id: top },
    data: { addressId: address.id, verifiedAt: new Date('2026-01-01'), votesUp: 3, likes: 1 },
  })
  await db().post.update({ where: { id: zebra.id }, data: { pinnedCommentId: top } })
  await db().thread.update({ where: { id: zebra.id }, data: { likes: 2 } })
  let deepest = top
  for (let depth = 2; depth <= 6; depth++)
    deepest = await addComment(zebra.id, { parentId: deepest, status: 'published' })
  const { parentId } = await db().comment.findUniqueOrThrow({ where: { id: deepest } })
  await addComment(zebra.id, { parentId: parentId ?? 0, answeredId: deepest, status: 'pending' })
  const reply = await addComment(zebra.id, { authorName: 'Olivia', content: 'Mine.' })
  await db().comment.update({ where: { id: reply }, data: { staffId: staff.id } })
  const deleted = await addComment(zebra.id, { status: 'deleted', content: '', authorName: '' })
  await addComment(zebra.id, { parentId: deleted, status: 'spam' })
  await addComment(zebra.id, { status: 'deleted', content: 'Deleted words.' })

  const site = await addSite(['https://blog.example', 'https://www.blog.example'], {
    webhookUrl: 'https://blog.example/hook',
    keyHash: 'secret',
    language: 'fr',
  })
  const page = await addPage(site.id, 'blog.example/page', { closed: true })
  await addPage(site.id, 'blog.example/quiet')
  await db().threadAlias.create({ data: { slug: 'blog.example/old', threadId: page } })
  await addComment(page, { content: 'On a page.' })
  for (const [postId, shard, views] of [
    [zebra.id, 0, 3],
    [zebra.id, -1, 4],
    [page, 2, 5],
    [gone.id, 0, 9],
  ] as const)
    await db().viewCount.create({
      data: { postId, day: new Date('2026-02-03'), shard, views },
    })
  const block = { verdict: 'spam', note: 'comment 1' } as const
  await db().commentBlock.createMany({
    data: [
      { ...block, kind: 'word', value: 'Casino', folded: foldBlock('word', 'Casino') },
      { ...block, kind: 'network', value: 'a hash', folded: 'a hash' },
    ],
  })
  const image = { width: 700, height: 350, channels: 3, background: 'red' } as const
  await addImage(await addActor('owner'), await sharp({ create: image }).png().toBuffer())
})

test('a second export after an import into an empty instance is identical', async () => {
  expect(await exportAll(folder('out'))).toEqual([])
  await run('scripts/create-owner.ts', target, '--email', 'olivia@example.org')
  expect(await run('scripts/import-all.ts', target, folder('out'))).toContain(
    'Everything was imported.',
  )
  expect(await run('scripts/export-all.ts', target, folder('again'))).toContain('Exported')
  const { stdout } = await promisify(execFile)('diff', ['-r', folder('out'), folder('again')])
  expect(stdout).toBe('')
}, 120_000)

if (isNightly)
  test('continues an import that was interrupted', async () => {
    const out = folder('interrupted')
    cpSync(folder('out'), out, { recursive: true })
    await run('scripts/create-owner.ts', interrupted, '--email', 'olivia@example.org')
    // The last file, so that the second run finds everything.
    rmSync(path.join(out, 'views.csv'))
    const failure = { stderr: expect.stringContaining('views.csv') }
    await expect(run('scripts/import-all.ts', interrupted, out)).rejects.toMatchObject(failure)

    const sites = path.join(out, 'sites.json')
    writeFileSync(sites, `${readFileSync(sites, 'utf8')} `)
    await expect(run('scripts/import-all.ts', interrupted, out)).rejects.toMatchObject({
      stderr: expect.stringContaining('Import into an empty one'),
    })

    expect(await run('scripts/import-all.ts', interrupted, folder('out'))).toContain(
      'Everything was imported.',
    )
    await run('scripts/export-all.ts', interrupted, folder('after'))
    const { stdout } = await promisify(execFile)('diff', ['-r', folder('out'), folder('after')])
    expect(stdout).toBe('')
    await expect(run('scripts/import-all.ts', interrupted, folder('out'))).rejects.toMatchObject({
      stderr: expect.stringContaining('Import into an empty one'),
    })
  }, 120_000)

const read = (name: string) => readFileSync(path.join(folder('out'), name), 'utf8')

test('the exported folder contains all files', () => {
  expect(read('views.csv')).toBe(
    'slug,day,views\r\nzebra,2026-02-03,7\r\nblog.example/page,2026-02-03,5\r\n',
  )
  expect(JSON.parse(read('settings.json'))).toMatchObject({ name: 'Words', language: 'de' })
  expect(JSON.parse(read('blocklist.json'))).toMatchObject([{ value: 'Casino' }])
  expect(JSON.parse(read('posts.json'))).toMatchObject([
    {
      file: 'b.md',
      slug: 'zebra',
      redirects: ['former'],
      working_copy: { slug: 'okapi', content: 'Unpublished.', tags: ['a'] },
    },
    { file: 'deep/a.md', slug: 'ant', author: 'olivia@example.org' },
    { slug: 'drafted', comments_closed: true },
  ])
  expect(read('posts/2025-10-01-drafted.md')).toContain('\npage: true\n')
  const versions = read('post-versions.jsonl').trim().split('\n')
  expect(versions.map((line) => JSON.parse(line))).toMatchObject([
    { post: 'zebra', revision: 1, published: true },
    { post: 'ant', revision: 1, content: expect.stringContaining('Words.') },
    { post: 'ant', revision: 2, content: expect.stringContaining('Better words.') },
  ])
  expect(read('readers.jsonl')).toContain('"follows":["zebra"]')
  expect(read('readers.jsonl').trim().split('\n')).toHaveLength(2)
  expect(read('link-previews.jsonl')).toContain('"title":"A card"')
  expect(JSON.parse(read('images.json'))).toMatchObject([{ width: 700, height: 350 }])
})

test('the exported folder contains no secrets and no networks', () => {
  for (const name of ['sites.json', 'blocklist.json', 'comments.jsonl', 'settings.json'])
    expect(read(name)).not.toMatch(/secret|password|a hash|network|whsec|Deleted words/i)
})

test('refuses an instance with posts, and a folder that is not a complete export', async () => {
  await expect(importAll(folder('out'))).rejects.toThrow('Import into an empty one')
  cpSync(folder('out'), folder('part'), { recursive: true })
  rmSync(path.join(folder('part'), 'afterword.json'))
  await expect(importAll(folder('part'))).rejects.toThrow('not a complete export')
  writeFileSync(
    path.join(folder('part'), 'afterword.json'),
    '{"format":"afterword-instance","version":2}',
  )
  await expect(importAll(folder('part'))).rejects.toThrow('version 2')
  await expect(exportAll(folder('out'))).rejects.toThrow('not empty')
})

if (isNightly)
  test('comments:export writes a site, WXR and the standard output', async () => {
    const file = folder('site.jsonl')
    await run('scripts/export-comments.ts', source, file, '--site', 'blog.example')
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4)
    const wxr = await run('scripts/export-comments.ts', source, '-', '--format', 'wxr')
    expect(wxr).toContain('<dsq:thread_identifier><![CDATA[zebra]]>')
    // Through the launcher, as npm does. Its progress does not belong to the result.
    const text = await run('scripts/launch.ts', source, 'export-comments', '-')
    expect(text).toBe(read('comments.jsonl'))
    for (const args of [[], ['x', '--format', 'yaml'], [file, '--site', 'unknown.example']])
      await expect(run('scripts/export-comments.ts', source, ...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('comments:export'),
      })
  }, 120_000)
