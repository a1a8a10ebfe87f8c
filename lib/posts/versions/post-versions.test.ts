import { describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { writePost } from '@/lib/importers/write-post'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { publishPost } from '@/lib/posts/editing/publish-post'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getVersion, listVersions, restoreVersion } from './post-versions'

await ownDatabase()
const owner = await addActor('owner')
const other = await addActor('owner', 'Otto Owner')

const words = { title: 'A title', summary: '', tags: [], cover: '', coverAlt: '' }

/** Creates a draft and helpers that save and list its versions. */
async function begin(slug: string) {
  const { id } = await addPost(slug, { draft: true })
  const save = async (content: string, actor = owner, knowingly: { force?: true } = {}) => {
    const { post } = await getEditedPost(actor, id)
    return saveEditedPost(actor, id, { ...words, slug, content, base: post.revision, ...knowingly })
  }
  const contents = async () => {
    const versions = await listVersions(owner, id)
    return Promise.all(
      versions
        .reverse()
        .map(async ({ revision }) => (await getVersion(owner, id, revision)).content),
    )
  }
  const minutesPass = (minutes: number) =>
    db().$executeRaw`UPDATE post_versions SET saved_at = saved_at - ${minutes} * interval '1 minute'
        WHERE post_id = ${id}`
  return { id, save, contents, minutesPass }
}

describe('continuous work keeps', () => {
  test('the first version, and the last one of every ten minutes', async () => {
    const { save, contents, minutesPass } = await begin('continuous')
    await save('a')
    await save('ab')
    await save('abc')
    expect(await contents()).toEqual(['Some words.', 'abc'])
    await minutesPass(6)
    await save('abcd')
    expect(await contents()).toEqual(['Some words.', 'abcd'])
    await minutesPass(6)
    await save('abcde')
    expect(await contents()).toEqual(['Some words.', 'abcd', 'abcde'])
    await save('abcdef')
    expect(await contents()).toEqual(['Some words.', 'abcd', 'abcdef'])
  })

  test('versions that someone else saved in between', async () => {
    const { save, contents } = await begin('together')
    await save('mine')
    await save('theirs', other)
    await save('theirs and more', other)
    await save('mine again')
    expect(await contents()).toEqual(['Some words.', 'mine', 'theirs and more', 'mine again'])
  })

  test('a version that the same person overwrote from another tab', async () => {
    const { save, contents } = await begin('two-tabs')
    await save('in this tab')
    await save('in the other tab')
    await save('in this tab again', owner, { force: true })
    await save('in this tab once more')
    expect(await contents()).toEqual(['Some words.', 'in the other tab', 'in this tab once more'])
  })

  test('a version of which more than half was deleted at once', async () => {
    const { save, contents } = await begin('accident')
    await save('A long text that took all morning')
    await save('Oh')
    await save('Oh no')
    expect(await contents()).toEqual(['Some words.', 'A long text that took all morning', 'Oh no'])
  })

  test('a published version', async () => {
    const { id, save, contents } = await begin('published')
    await save('good')
    await publishPost(owner, id)
    await save('better')
    await save('best')
    expect(await contents()).toEqual(['Some words.', 'good', 'best'])
    expect((await listVersions(owner, id)).map(({ published }) => published)).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('keeps at most 200 versions: the first, the published ones and the newest', async () => {
  const { id, save, minutesPass } = await begin('long')
  await save('the second')
  await publishPost(owner, id)
  await db().$executeRaw`
    INSERT INTO post_versions (post_id, revision, slug, title, summary, content, tags, cover,
      cover_alt, saved_at)
    SELECT ${id}, number, 'long', '', '', 'old', '{}', '', '', now() - interval '1 day'
      FROM generate_series(3, 300) AS number`
  await db().post.update({ where: { id }, data: { revision: 300 } })
  await minutesPass(60)
  await save('the newest')
  const revisions = (await listVersions(owner, id)).map(({ revision }) => revision)
  expect(revisions).toHaveLength(200)
  expect([revisions[0], ...revisions.slice(-3)]).toEqual([301, 104, 2, 1])
})

describe('an earlier version', () => {
  test('is restored as a new version, with the current slug', async () => {
    const { id, save, contents } = await begin('restored')
    await save('good')
    await publishPost(owner, id)
    await save('worse')
    expect(await restoreVersion(owner, id, { revision: 2, base: 3 })).toMatchObject({
      outcome: { revision: 4, slug: 'restored' },
    })
    expect((await getEditedPost(owner, id)).post).toMatchObject({
      content: 'good',
      slug: 'restored',
    })
    expect(await contents()).toEqual(['Some words.', 'good', 'worse', 'good'])
  })

  test('is not restored over a version saved since the history was loaded', async () => {
    const { id, save } = await begin('raced')
    await save('one')
    await save('two', other)
    await expect(restoreVersion(owner, id, { revision: 1, base: 2 })).rejects.toMatchObject({
      code: 'post-changed',
    })
  })

  test('is visible to the owner only', async () => {
    const { id } = await begin('seen')
    const moderator = await addActor('moderator')
    await expect(listVersions(moderator, id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(getVersion(moderator, id, 1)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(getVersion(owner, id, 99)).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('importing a file again makes a version only if it changes the post', async () => {
  const file = {
    slug: 'file',
    title: 'A',
    summary: '',
    content: 'One.',
    tags: ['a'],
    cover: '',
    coverAlt: '',
    draft: false,
    publishedAt: new Date('2025-10-01'),
  }
  await writePost(db(), file)
  await writePost(db(), file)
  await writePost(db(), { ...file, content: 'Two.' })
  const { id, revision } = await db().post.findUniqueOrThrow({ where: { slug: 'file' } })
  expect(revision).toBe(2)
  expect(
    await db().postVersion.findMany({
      where: { postId: id },
      orderBy: { revision: 'asc' },
      select: { content: true },
    }),
  ).toEqual([{ content: 'One.' }, { content: 'Two.' }])
})
