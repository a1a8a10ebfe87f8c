import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { importFolder } from '@/lib/importers/import-posts'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { exportPosts } from './export-posts'

const count = isNightly ? 1_000 : 30
const databaseUrl = await ownDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'afterword-round-trip-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const folder = (name: string) => path.join(home, name)

async function run(script: string, ...args: string[]): Promise<string> {
  const command = ['--conditions=react-server', '--import', 'tsx', script, ...args]
  const environment = { ...process.env, DATABASE_URL: databaseUrl, PORT: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: environment,
    maxBuffer: 2 ** 24,
  })
  return stdout
}

const differences = () => promisify(execFile)('diff', ['-r', folder('posts'), folder('out')])

/** Returns the same post with front matter in every supported style. */
const dates = [
  '2025-10-20',
  '2025-10-20 09:30',
  '2025-10-20T09:30:15Z',
  '"2025-10-20 09:30:15 +0200"',
  '2025-10-20T09:30:15.250-05:00',
]
const headers = [
  (slug: string, date: string) => `title: About ${slug}\nslug: ${slug}\ndate: ${date}`,
  (slug: string, date: string) =>
    `# a note to myself\ntitle:   "About: ${slug}"  # why not\nslug: '${slug}'\ndate: ${date}\n` +
    'layout: post\nauthor: {name: Ada,  age: 36}',
  (slug: string, date: string) =>
    `slug: ${slug}\ntags:\n- one\n- zwei\n-   три\ndate: ${date}\n` +
    'title: >-\n  Folded\n  title\ndraft: true',
  (slug: string, date: string) => `{title: "Braces", slug: ${slug}, date: ${date}, tags: [a,b]}`,
  (slug: string, date: string) =>
    `title: ${slug}\nslug: ${slug}\ndate: ${date}\ndescription: |\n  Lines\n  kept\n` +
    `cover: /images/a.png\ncover_alt: "A hill"\naliases: [/2015/${slug}-old/, ${slug}-older]`,
]
const bodies = [
  'Words.\n',
  '# A heading\n\n* a list\n\t* with a tab\n\n\n\nAnd blank lines.  \nAnd spaces behind.   \n\n\n',
  'No end of line',
  '',
  '\n\n\nLate words, 日本語, a combining e\u0301.\n',
  '---\n\nA rule first.\n\n```yaml\n---\ntitle: not this\n---\n```\n',
  '<div>\n<p>HTML</p>\n</div>\n\n&amp; \\* escapes\n',
]
const names = [
  'post-%',
  'Grüße/über-%',
  '2024/05/日本語 %',
  'deep/er/still/deeper/%',
  'a b/it’s #%',
]
const endings = ['.md', '.markdown', '.mdx']

function writeFolder(): void {
  for (let number = 0; number < count; number++) {
    const pick = <T>(list: readonly T[], step: number): T =>
      list[Math.floor(number / step) % list.length] ?? raise()
    const header = pick(headers, 1)(`post-${number}`, pick(dates, 2))
    let text = `---\n${header}\n---\n${pick(['\n', '', '\n\n'], 3)}${pick(bodies, 1)}`
    if (number % 4 === 1) text = text.replaceAll('\n', '\r\n')
    if (number % 11 === 3) text = text.replace(/(?<!\r)\n/, '\r\n')
    if (number % 7 === 2) text = `\uFEFF${text}`
    const file = path.join(
      folder('posts'),
      `${pick(names, 1).replace('%', String(number))}${pick(endings, 5)}`,
    )
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

function raise(): never {
  throw new Error('an empty list')
}

async function digest(): Promise<unknown> {
  return db().$queryRaw`SELECT md5(string_agg(row, '' ORDER BY row)) FROM (
    SELECT posts::text AS row FROM posts UNION ALL SELECT post_files::text FROM post_files
    UNION ALL SELECT post_redirects::text FROM post_redirects UNION ALL SELECT post_versions::text
      FROM post_versions) AS rows`
}

describe(`a folder of ${count} different posts`, { timeout: 120_000 }, () => {
  test('is imported by the command and exported byte for byte', async () => {
    writeFolder()
    expect(await run('scripts/import-posts.ts', folder('posts'))).toContain(
      `${count} posts imported, 0 unchanged, 0 not imported.`,
    )
    expect(await run('scripts/export-posts.ts', folder('out'))).toContain(
      `${count} files added, 0 changed, 0 unchanged, 0 skipped.`,
    )
    expect((await differences()).stdout).toBe('')
  }, 120_000)

  test('a second import changes no post, version or file', async () => {
    const before = await digest()
    expect(await importFolder(folder('posts'))).toMatchObject({
      taken: [],
      unchanged: count,
      refused: [],
    })
    expect(await exportPosts(folder('posts'))).toMatchObject({
      added: [],
      changed: [],
      unchanged: count,
      kept: [],
    })
    expect(await digest()).toEqual(before)
  })

  test('after an edit only the edited parts of one file differ; --check lists it', async () => {
    await db().post.update({
      where: { slug: 'post-1' },
      data: { title: 'Edited', content: 'New words.\n' },
    })
    expect(await run('scripts/export-posts.ts', folder('out'), '--check')).toContain(
      'would be changed: Grüße/über-1.md',
    )
    expect((await differences()).stdout).toBe('')
    const before = readFileSync(path.join(folder('out'), 'Grüße/über-1.md'), 'utf8')
    expect((await exportPosts(folder('out'))).changed).toEqual(['Grüße/über-1.md'])
    const after = readFileSync(path.join(folder('out'), 'Grüße/über-1.md'), 'utf8')
    expect(after).toContain('title:   Edited  # why not\r\n')
    expect(after.split('---\r\n')[1]).toBe(
      before.split('---\r\n')[1]?.replace('"About: post-1"', 'Edited'),
    )
  })

  test('edits in the admin area survive an import from either folder', async () => {
    await importFolder(folder('posts'))
    expect(await db().post.findUniqueOrThrow({ where: { slug: 'post-1' } })).toMatchObject({
      title: 'Edited',
      content: 'New words.\n',
    })
    expect(await importFolder(folder('out'))).toMatchObject({ taken: [], refused: [] })
    const file = path.join(folder('out'), 'Grüße/über-1.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('New words.', 'Words of the folder.'))
    expect((await importFolder(folder('out'))).taken).toEqual(['post-1'])
  })
})

describe('between a folder and the admin area', () => {
  const post = (slug: string, more = '') =>
    `---\ntitle: About ${slug}\nslug: ${slug}\ndate: 2025-10-20${more}\n---\n\nWords.\n`
  const write = (file: string, text: string) => {
    mkdirSync(folder('small'), { recursive: true })
    writeFileSync(path.join(folder('small'), file), text)
  }
  const reasonFor = async (file: string, options = {}) =>
    (await importFolder(folder('small'), options)).refused.find((refused) => refused.file === file)
      ?.reason

  test('rejects a file that was changed on both sides, unless --overwrite is given', async () => {
    await db().post.deleteMany()
    write('both.md', post('both'))
    await importFolder(folder('small'))
    await db().post.update({ where: { slug: 'both' }, data: { title: 'Of the admin area' } })
    write('both.md', post('both').replace('Words', 'Other words'))
    expect(await reasonFor('both.md')).toContain('both the file and the post “both” have changed')
    expect(await exportPosts(folder('small'))).toMatchObject({
      changed: [],
      kept: [{ file: 'both.md' }],
    })
    expect(await reasonFor('both.md', { overwrite: true })).toBeUndefined()
    expect(await db().post.findUniqueOrThrow({ where: { slug: 'both' } })).toMatchObject({
      title: 'About both',
      content: 'Other words.\n',
    })
  })

  test('does not overwrite a post of the admin area with a file of the same slug', async () => {
    await db().post.create({
      data: {
        slug: 'admin',
        title: 'Admin',
        content: 'Mine.',
        publishedAt: new Date('2025-10-20'),
      },
    })
    write('admin.md', post('admin'))
    expect(await reasonFor('admin.md')).toContain('the post “admin” already exists')
    expect(await db().post.findUniqueOrThrow({ where: { slug: 'admin' } })).toMatchObject({
      title: 'Admin',
      content: 'Mine.',
    })
    rmSync(path.join(folder('small'), 'admin.md'))
  })

  test('exports a new post and no deleted post, and imports match both', async () => {
    await db().post.create({
      data: {
        slug: 'gone',
        title: 'Gone',
        content: '',
        publishedAt: new Date(),
        draft: true,
        deletedAt: new Date(),
      },
    })
    expect((await exportPosts(folder('small'))).added).toEqual(['2025-10-20-admin.md'])
    expect(readFileSync(path.join(folder('small'), '2025-10-20-admin.md'), 'utf8')).toBe(
      '---\ntitle: Admin\nslug: admin\ndate: 2025-10-20T00:00:00Z\n---\n\nMine.',
    )
    expect(await importFolder(folder('small'))).toMatchObject({
      taken: [],
      unchanged: 2,
      refused: [],
    })
  })

  test('does not restore a deleted post because its file changed', async () => {
    write('short-lived.md', post('short-lived'))
    await importFolder(folder('small'))
    await db().post.update({
      where: { slug: 'short-lived' },
      data: { deletedAt: new Date(), draft: true },
    })
    expect(await reasonFor('short-lived.md')).toBeUndefined()
    write('short-lived.md', post('short-lived').replace('Words', 'Other words'))
    expect(await reasonFor('short-lived.md')).toContain('was deleted in the admin area')
    await importFolder(folder('small'), { overwrite: true })
    expect(await db().post.findUniqueOrThrow({ where: { slug: 'short-lived' } })).toMatchObject({
      deletedAt: null,
      content: 'Other words.\n',
    })
    await db().post.delete({ where: { slug: 'short-lived' } })
    rmSync(path.join(folder('small'), 'short-lived.md'))
  })

  test('never overwrites a file of another post', async () => {
    write('2025-10-21-next.md', 'Notes of mine, no post.')
    await db().post.create({
      data: { slug: 'next', title: 'Next', content: '', publishedAt: new Date('2025-10-21') },
    })
    expect(await exportPosts(folder('small'))).toMatchObject({
      kept: [{ file: '2025-10-21-next.md', reason: expect.stringContaining('a different file') }],
    })
    expect(readFileSync(path.join(folder('small'), '2025-10-21-next.md'), 'utf8')).toBe(
      'Notes of mine, no post.',
    )
    await db().post.delete({ where: { slug: 'next' } })
  })

  test('a changed slug with the old one as an alias is the same post and redirects', async () => {
    const { id } = await db().post.findUniqueOrThrow({ where: { slug: 'both' } })
    write('both.md', post('renamed', '\naliases: [both, /2014/first/, admin]'))
    expect((await importFolder(folder('small'))).lost).toEqual([
      { post: 'renamed', what: [expect.stringContaining('“admin”')] },
    ])
    expect(await db().post.findUniqueOrThrow({ where: { slug: 'renamed' } })).toMatchObject({ id })
    expect(await db().postRedirect.findMany({ orderBy: { slug: 'asc' } })).toEqual([
      { slug: 'both', postId: id },
      { slug: 'first', postId: id },
    ])
    write('both-again.md', post('both'))
    expect(await reasonFor('both-again.md')).toContain('already redirects to the post “renamed”')
    rmSync(path.join(folder('small'), 'both-again.md'))
  })

  test('exports a slug changed in the admin area with the old one as an alias', async () => {
    const { id } = await db().post.update({ where: { slug: 'renamed' }, data: { slug: 'anew' } })
    await db().postRedirect.create({ data: { slug: 'renamed', postId: id } })
    await exportPosts(folder('small'))
    expect(readFileSync(path.join(folder('small'), 'both.md'), 'utf8')).toBe(
      post('renamed', '\naliases: [both, /2014/first/, admin, renamed]').replace(
        'slug: renamed',
        'slug: anew',
      ),
    )
    expect(await importFolder(folder('small'))).toMatchObject({ taken: [] })
  })

  test('a moved file is the same post', async () => {
    const { id } = await db().post.findUniqueOrThrow({ where: { slug: 'anew' } })
    mkdirSync(path.join(folder('small'), 'deep'))
    cpSync(path.join(folder('small'), 'both.md'), path.join(folder('small'), 'deep', 'moved.md'))
    rmSync(path.join(folder('small'), 'both.md'))
    expect(await importFolder(folder('small'))).toMatchObject({
      taken: [],
      refused: [{ file: '2025-10-21-next.md' }],
    })
    expect(await db().postFile.findUniqueOrThrow({ where: { postId: id } })).toMatchObject({
      path: 'deep/moved.md',
    })
  })

  if (isNightly)
    test('imports a post of 1 MB with 500 links and exports it unchanged', async () => {
      const links = Array.from({ length: 500 }, (_, number) => `http://127.0.0.1:1/${number}`).join(
        '\n\n',
      )
      const words = 'Many words of it. '.repeat(60_000)
      const frontMatter = '---\ntitle: Large\nslug: large\ndate: 2025-10-20\n---'
      const source = `${frontMatter}\n\n${links}\n\n${words}\n`
      write('large.md', source)
      expect((await importFolder(folder('small'))).taken).toEqual(['large'])
      rmSync(path.join(folder('small'), 'large.md'))
      await exportPosts(folder('small'))
      expect(readFileSync(path.join(folder('small'), 'large.md'), 'utf8')).toBe(source)
    })
})
