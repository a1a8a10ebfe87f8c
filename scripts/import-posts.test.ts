import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { importFolder } from '@/lib/importers/import-posts'
import { seed } from '@/prisma/seed'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { exportPosts } from './export-posts'

const databaseUrl = await ownDatabase()
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-import-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const post = (slug: string, body = 'Words.') =>
  `---\ntitle: About ${slug}\nslug: ${slug}\ndate: 2025-10-20\n---\n\n${body}\n`

test('imports the example posts with threads, view counts and cards, once', async () => {
  expect(await seed()).toBe(true)
  expect(await seed()).toBe(false)
  expect(await db().post.count()).toBe(readdirSync('prisma/seed/posts').length)
  expect(await db().comment.count()).toBeGreaterThan(40)
  expect(await db().comment.count({ where: { depth: 6 } })).toBeGreaterThan(0)
  expect(
    await db().comment.count({ where: { status: 'deleted', publishedReplies: { gt: 0 } } }),
  ).toBeGreaterThan(0)
  const links = await db().postLink.findMany()
  const previews = await db().linkPreview.findMany({
    where: { url: { in: links.map(({ url }) => url) } },
  })
  expect(previews).toHaveLength(new Set(links.map(({ url }) => url)).size)
  await db().post.deleteMany()
})

test('imports a folder recursively and reports each invalid file without stopping', async () => {
  mkdirSync(path.join(directory, '2024', 'deep'), { recursive: true })
  writeFileSync(path.join(directory, 'a.md'), post('a'))
  writeFileSync(path.join(directory, 'broken.md'), '---\ntitle: [\n---\n')
  writeFileSync(path.join(directory, 'nothing.md'), '')
  writeFileSync(path.join(directory, 'latin-1.md'), post('latin-1', 'Déjà vu.'), 'latin1')
  writeFileSync(path.join(directory, 'notes.txt'), 'not ours')
  writeFileSync(path.join(directory, '2024', 'deep', 'b.markdown'), post('b'))
  writeFileSync(path.join(directory, 'z-twin.md'), post('a', 'Other words.'))
  const { taken, refused } = await importFolder(directory)
  expect(taken).toEqual(['b', 'a'])
  expect(refused.map(({ file }) => file)).toEqual([
    'broken.md',
    'latin-1.md',
    'nothing.md',
    'z-twin.md',
  ])
  expect(await db().post.count()).toBe(2)
  expect(refused[1]?.reason).toBe('the text or the name of the file is not UTF-8')
  for (const { reason } of refused) expect(reason.length).toBeGreaterThan(10)
  expect(await db().post.findUnique({ where: { slug: 'a' } })).toMatchObject({
    title: 'About a',
    content: 'Words.\n',
    draft: false,
  })
})

test('replaces a post whose stored file breaks a rule of this version', async () => {
  const folder = path.join(directory, 'rules')
  mkdirSync(folder)
  const file = path.join(folder, 'rules.md')
  writeFileSync(file, post('rules'))
  await importFolder(folder)
  // Earlier versions may not have reserved this slug.
  const source = post('admin').replace('---\n\n', 'page: true\n---\n\n')
  await db().postFile.updateMany({ where: { path: 'rules.md' }, data: { source } })
  writeFileSync(file, post('rules', 'Other words.'))
  const { taken, refused } = await importFolder(folder, { overwrite: true })
  expect({ taken, refused }).toEqual({ taken: ['rules'], refused: [] })
  rmSync(folder, { recursive: true })
  await db().post.deleteMany({ where: { slug: 'rules' } })
})

test('links to paths of the old site are reported, with their number', async () => {
  const folder = path.join(directory, 'links')
  mkdirSync(folder)
  writeFileSync(
    path.join(folder, 'links.md'),
    post(
      'links',
      '[a](/about/) ![b](/img/b.png "B") [c](/posts/a) [d](https://a.example/) [e](/about/)',
    ),
  )
  const { lost } = await importFolder(folder)
  expect(lost).toEqual([
    {
      post: 'links',
      what: ['link targets, unless this site serves these paths: /about/, /img/b.png (×3)'],
    },
  ])
  rmSync(folder, { recursive: true })
  await db().post.deleteMany({ where: { slug: 'links' } })
})

test('a second run updates changed posts and keeps the comments', async () => {
  const { id } = await db().post.findUniqueOrThrow({ where: { slug: 'a' } })
  await db().comment.create({
    data: { postId: id, status: 'published', authorName: 'Ada', content: 'Kept.' },
  })
  writeFileSync(
    path.join(directory, 'a.md'),
    post('a', 'New words.\n\nhttps://example.org/one\n\nhttp://127.0.0.1/'),
  )
  await importFolder(directory)
  expect(
    await db().post.findUniqueOrThrow({
      where: { slug: 'a' },
      include: { links: true },
    }),
  ).toMatchObject({
    id,
    content: expect.stringContaining('New words.'),
    links: [{ url: 'https://example.org/one' }],
  })
  expect(await db().comment.findMany({ where: { postId: id } })).toMatchObject([
    { content: 'Kept.' },
  ])
})

test('search options survive an export and an import, and a file without them', async () => {
  const folder = path.join(directory, 'options')
  mkdirSync(folder)
  const file = path.join(folder, '2025-10-20-options.md')
  writeFileSync(file, post('options'))
  await importFolder(folder)
  const options = {
    metaTitle: 'For search engines',
    metaDescription: 'Described',
    socialImage: '/social.png',
    canonical: 'https://elsewhere.example/a',
    noindex: true,
  }
  await db().post.update({ where: { slug: 'options' }, data: options })
  writeFileSync(file, post('options', 'Other words.'))
  const { taken, refused } = await importFolder(folder)
  expect({ taken, refused }).toEqual({ taken: ['options'], refused: [] })
  const stored = () => db().post.findUnique({ where: { slug: 'options' } })
  expect(await stored()).toMatchObject({ ...options, content: 'Other words.\n' })
  await exportPosts(folder)
  expect(readFileSync(file, 'utf8')).toContain('\nmeta_title: For search engines\n')
  await db().post.deleteMany({ where: { slug: 'options' } })
  await importFolder(folder)
  expect(await stored()).toMatchObject({ ...options, content: 'Other words.\n' })
  rmSync(folder, { recursive: true })
  await db().post.deleteMany({ where: { slug: 'options' } })
})

if (isNightly)
  test('the command prints its report and exits with 1 if a file was rejected', async () => {
    writeFileSync(
      path.join(directory, 'a.md'),
      post('a', 'Newer words.\n\nhttps://example.org/one\n'),
    )
    const reportFile = path.join(directory, 'report.json')
    const run = promisify(execFile)(
      process.execPath,
      [
        '--conditions=react-server',
        '--import',
        'tsx',
        'scripts/import-posts.ts',
        directory,
        '--report',
        reportFile,
      ],
      {
        env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '1' },
      },
    )
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        new RegExp(
          'not imported: broken\\.md: .*\n(?:.*\n)*no card for https://example\\.org/one: .*\n' +
            '1 post imported, 1 unchanged, 4 not imported\\.',
        ),
      ),
    })
    expect(JSON.parse(readFileSync(reportFile, 'utf8'))).toMatchObject({
      taken: ['a'],
      unchanged: 1,
      refused: { length: 4 },
    })
  })
