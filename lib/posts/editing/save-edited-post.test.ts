import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { getPost } from '@/lib/posts/reading/get-posts'
import { addActor } from '@/test/authorisation/actors'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { reservePostId } from './create-post'
import { deletePost } from './delete-post'
import type { EditedPostInput } from './edited-post'
import { getEditedPost } from './get-edited-post'
import { getPostState } from './get-post-state'
import { setPostAuthor } from './post-author'
import { makePreviewKey } from './preview-key'
import { publishPost, scheduleUpdate, unpublishPost } from './publish-post'
import { PostChanged, saveEditedPost } from './save-edited-post'

await ownDatabase()
const owner = await addActor('owner')
const other = await addActor('owner', 'Otto Owner')
beforeEach(async () => {
  await db().post.deleteMany()
})

const words = {
  slug: '',
  title: 'A title',
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  content: 'Words.',
}
const save = (
  id: number,
  fields: Partial<EditedPostInput> = {},
  actor: Actor | undefined = owner,
) => saveEditedPost(actor, id, { ...words, base: 1, ...fields })
const revisionsOf = async (postId: number) =>
  (await db().postVersion.findMany({ where: { postId }, orderBy: { revision: 'asc' } })).map(
    ({ revision }) => revision,
  )

type Renamed = { id: number; slug: string; base: number; isPublic: boolean }

const addRenamable = async (slug: string): Promise<Renamed> => ({
  id: (await addPost(slug)).id,
  slug,
  base: 1,
  isPublic: true,
})

const foundAs = ({ id, slug, isPublic }: Renamed) =>
  isPublic ? expect.objectContaining({ id, slug }) : undefined

/** Renames a post and sets its visibility. A slug of the other post must be refused. */
async function renameAndShow(
  post: Renamed,
  slug: string,
  isPublic: boolean,
  ownerOf: Map<string, Renamed>,
): Promise<void> {
  if (isPublic !== post.isPublic) await (isPublic ? publishPost : unpublishPost)(owner, post.id)
  post.isPublic = isPublic
  const saved = save(post.id, { base: post.base, slug })
  if ((ownerOf.get(slug) ?? post) !== post)
    return expect(saved).rejects.toMatchObject({ errors: [{ field: 'slug' }] })
  Object.assign(post, { base: (await saved).revision, slug })
  if (isPublic) await publishPost(owner, post.id)
  ownerOf.set(slug, post)
}

describe('saving a post', () => {
  test('stores all fields as a new revision', async () => {
    const id = await reservePostId(owner)
    const fields = {
      title: 'Ünïcode',
      summary: 'S',
      tags: ['b', 'a'],
      cover: '/c.png',
      coverAlt: 'C',
      content: '\r\n x \u{1F600}',
    }
    expect(await save(id, { base: 0, ...fields })).toMatchObject({
      revision: 1,
      state: 'draft',
      slug: 'unicode',
    })
    expect((await getEditedPost(owner, id)).post).toEqual({
      id,
      revision: 1,
      slug: 'unicode',
      isPage: false,
      state: 'draft',
      publishedAt: null,
      savedBy: '',
      metaTitle: '',
      metaDescription: '',
      socialImage: '',
      canonical: '',
      noindex: false,
      ...fields,
    })
  })

  if (isNightly)
    test('stores a megabyte of text', async () => {
      const id = await reservePostId(owner)
      const content = 'Twelve words of prose, one after the other, up to a megabyte.\n'.repeat(
        16_500,
      )
      await save(id, { base: 0, content })
      expect((await getEditedPost(owner, id)).post.content).toBe(content)
    })

  test('makes no revision if nothing changed, regardless of the base revision', async () => {
    const { id } = await addPost('a')
    const first = await save(id, { slug: 'a', tags: ['x'] })
    expect(await save(id, { slug: 'a', tags: ['x'] })).toMatchObject({
      revision: first.revision,
      savedAt: first.savedAt,
    })
    expect(await revisionsOf(id)).toEqual([1, 2])
  })

  test('is for the owner only', async () => {
    const { id } = await addPost('a')
    await expect(saveEditedPost(undefined, id, { ...words, base: 1 })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await expect(save(id, {}, await addActor('moderator'))).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('fails for a deleted or missing post', async () => {
    const { id } = await addPost('a')
    await deletePost(owner, id)
    await expect(save(id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(save(2_000_000_000)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('concurrent saves', () => {
  test('the later save gets the saved version, and overwrites nothing', async () => {
    const { id } = await addPost('a')
    await save(id, { slug: 'a', content: 'Mine.' }, other)
    const late = save(id, { slug: 'a', content: 'Later.' })
    await expect(late).rejects.toThrow(PostChanged)
    await expect(late).rejects.toMatchObject({
      theirs: { revision: 2, title: 'A title', content: 'Mine.', by: 'Otto Owner' },
    })
    expect((await getEditedPost(owner, id)).post.content).toBe('Mine.')
    // A conflict with one’s own second tab names nobody.
    const own = save(id, { slug: 'a', content: 'Later.' }, other)
    await expect(own).rejects.toMatchObject({ theirs: { revision: 2, by: '' } })
  })

  test('one of several simultaneous saves succeeds, and the others get an error', async () => {
    const { id } = await addPost('a')
    const saves = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) =>
        save(id, { slug: 'a', content: `Words ${number}` }, number % 2 ? owner : other),
      ),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of saves)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(PostChanged)
    expect((await getEditedPost(owner, id)).post.revision).toBe(2)
  })

  test('a forced save overwrites, and the previous version stays in the history', async () => {
    const { id } = await addPost('a')
    await save(id, { slug: 'a', content: 'In one window.' })
    await save(id, { slug: 'a', content: 'In the other.', base: 2, force: true })
    expect((await getEditedPost(owner, id)).post.content).toBe('In the other.')
    expect(await revisionsOf(id)).toEqual([1, 2, 3])
  })
})

describe('the slug', () => {
  test('follows the title of a draft, with a number if another post has it', async () => {
    await addPost('hello-world')
    const id = await reservePostId(owner)
    expect((await save(id, { base: 0, title: 'Hello, World!' })).slug).toBe('hello-world-2')
    expect((await save(id, { base: 1, slug: 'hello-world-2', title: 'Goodbye' })).slug).toBe(
      'goodbye',
    )
    expect((await save(id, { base: 2, slug: 'chosen', title: 'Goodbye' })).slug).toBe('chosen')
    expect((await save(id, { base: 3, slug: 'chosen', title: 'Hello again' })).slug).toBe('chosen')
  })

  test('is corrected on request if another post has it', async () => {
    await addPost('taken')
    const { id } = await addPost('own')
    await expect(save(id, { slug: 'taken' })).rejects.toMatchObject({ errors: [{ field: 'slug' }] })
    expect((await save(id, { slug: 'taken', correctsSlug: true })).slug).toBe('taken-2')
  })

  test('stays the same when a request is repeated after a lost response', async () => {
    const id = await reservePostId(owner)
    const first = await save(id, { base: 0, title: 'Hello' })
    expect(await save(id, { base: 0, slug: 'untitled', title: 'Hello' })).toMatchObject({
      revision: first.revision,
      slug: 'hello',
    })
  })

  test('of a published post ignores title changes and redirects after an update', async () => {
    const { id } = await addPost('before')
    await addComment(id)
    expect((await save(id, { slug: 'before', title: 'Another' })).slug).toBe('before')
    expect((await save(id, { base: 2, slug: 'after' })).slug).toBe('after')
    expect(await getPost('before')).toMatchObject({ id, slug: 'before' })
    expect((await publishPost(owner, id)).changedSlugs).toEqual(['after', 'before'])
    expect(await getPost('before')).toMatchObject({ slug: 'after' })
    expect(await getPost('after')).toMatchObject({ id, slug: 'after' })
    expect(await db().comment.count({ where: { postId: id } })).toBe(1)
    // Renaming back does not cause a redirect loop.
    await save(id, { base: 3, slug: 'before' })
    await publishPost(owner, id)
    expect(await getPost('before')).toMatchObject({ id, slug: 'before' })
    expect(await getPost('after')).toMatchObject({ slug: 'before' })
  })

  test('of an unpublished post still redirects', async () => {
    const { id } = await addPost('before')
    await unpublishPost(owner, id)
    await save(id, { slug: 'after' })
    await publishPost(owner, id)
    expect(await getPost('before')).toMatchObject({ slug: 'after' })
  })

  test('of a draft that was never public does not redirect', async () => {
    const { id } = await addPost('before', { draft: true })
    await save(id, { slug: 'after' })
    expect(await db().postRedirect.count()).toBe(0)
  })

  test('of another post, current or old, is refused with a clear message', async () => {
    const { id: first } = await addPost('first')
    const { id: second } = await addPost('second')
    await save(first, { slug: 'first-anew', title: 'The first' })
    await publishPost(owner, first)
    const refused = (slug: string) => save(second, { slug, content: 'New words.' })
    for (const slug of ['first-anew', 'first'])
      await expect(refused(slug)).rejects.toMatchObject({
        errors: [{ field: 'slug', message: 'The post “The first” uses or used this slug.' }],
      })
    expect((await getEditedPost(owner, second)).post).toMatchObject({ revision: 1, slug: 'second' })
  })

  test('leads to the post that has or last had it, after any renames', async () => {
    const rename = fc.record({
      which: fc.nat(1),
      slug: fc.constantFrom('a', 'b', 'c', 'd'),
      isPublic: fc.boolean(),
    })
    const check = fc.asyncProperty(fc.array(rename, { maxLength: 12 }), async (renames) => {
      await db().post.deleteMany()
      const posts = await Promise.all(['a', 'b'].map(addRenamable))
      const ownerOf = new Map(posts.map((post) => [post.slug, post]))
      for (const { which, slug, isPublic } of renames) {
        const post = posts[which]
        if (post) await renameAndShow(post, slug, isPublic, ownerOf)
        for (const [requested, post] of ownerOf)
          expect(await getPost(requested)).toEqual(foundAs(post))
      }
    })
    await fc.assert(check, { seed: 308, numRuns: isNightly ? 25 : 8 })
  })

  test('goes to one of several simultaneous requests, and others get an error', async () => {
    const posts = await Promise.all(
      ['a', 'b', 'c', 'd'].map((slug) => addPost(slug, { draft: true })),
    )
    const saves = await Promise.allSettled(posts.map(({ id }) => save(id, { slug: 'wanted' })))
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of saves)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ errors: [{ field: 'slug' }] })
  })

  test('is unique for drafts that are created simultaneously', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const id = await reservePostId(owner)
        return (await save(id, { base: 0, title: '' })).slug
      }),
    )
    expect(slugs.sort()).toEqual([
      'untitled',
      'untitled-2',
      'untitled-3',
      'untitled-4',
      'untitled-5',
    ])
  })
})

test('a scheduled post or update needs a title; a draft or working copy does not', async () => {
  const { id: draft } = await addPost('draft', { draft: true })
  expect(await save(draft, { slug: 'draft', title: '' })).toMatchObject({ revision: 2 })
  const { id: scheduled } = await addPost('later', { publishedAt: new Date('2999-01-01') })
  const { id: changed } = await addPost('changed')
  expect(await save(changed, { title: '' })).toMatchObject({ revision: 2 })
  await save(changed, { base: 2, title: 'Again' })
  await scheduleUpdate(owner, changed, new Date('2999-01-01'))
  for (const [id, base] of [
    [scheduled, 1],
    [changed, 3],
  ] as const) {
    const refused = { errors: [{ field: 'title' }] }
    await expect(save(id, { base, title: '' })).rejects.toMatchObject(refused)
    expect((await getEditedPost(owner, id)).post.revision).toBe(base)
  }
})

describe('a new post', () => {
  test('exists from its first save', async () => {
    const id = await reservePostId(owner)
    expect((await getEditedPost(owner, id, true)).post).toMatchObject({ revision: 0, slug: '' })
    await expect(getEditedPost(owner, id)).rejects.toMatchObject({ code: 'not-found' })
    expect(await save(id, { base: 0, title: '', content: '' })).toMatchObject({
      revision: 0,
      slug: '',
    })
    expect(await db().post.count()).toBe(0)
    expect(await save(id, { base: 0, title: 'T', content: '' })).toMatchObject({ revision: 1 })
    expect(await revisionsOf(id)).toEqual([1])
    await expect(save(id, { base: 0, title: 'Other' })).rejects.toThrow(PostChanged)
  })

  test('has the author that its first save will give it', async () => {
    const id = await reservePostId(owner)
    const authorOf = async () => (await getEditedPost(owner, id, true)).authorId
    expect(await authorOf()).toBe(owner.staffId)
    await save(id, { base: 0 })
    expect(await authorOf()).toBe(owner.staffId)
  })

  test('is deleted when it becomes empty, and created again by the next save', async () => {
    const id = await reservePostId(owner)
    const empty = { title: '', content: '' }
    expect(await save(id, { base: 0, ...empty, title: 'a' })).toMatchObject({ slug: 'a' })
    const emptied = { revision: 0, slug: '', state: 'draft' }
    expect(await save(id, { base: 1, ...empty, slug: 'a' })).toMatchObject(emptied)
    expect(await db().post.count()).toBe(0)
    expect(await getPostState(owner, id)).toMatchObject({ status: 'new', revision: 0 })
    // The response may have been lost.
    expect(await save(id, { base: 1, ...empty, slug: 'a' })).toMatchObject(emptied)
    expect(await db().post.count()).toBe(0)
    expect(await save(id, { base: 0, ...empty, title: 'b' })).toMatchObject({ revision: 1 })
    expect(await save(id, { base: 1, ...empty })).toMatchObject(emptied)
    // Another tab still has the first revision.
    expect(await save(id, { base: 1, title: 'c' })).toMatchObject({ revision: 1, slug: 'c' })
    await expect(save(id, { base: 0, title: 'd' })).rejects.toThrow(PostChanged)
  })

  test.each<{
    reason: string
    first?: Partial<EditedPostInput>
    act?: (actor: Actor, id: number) => Promise<unknown>
    rest?: Partial<EditedPostInput>
  }>([
    { reason: 'its text was long', first: { content: 'Many words. '.repeat(20) } },
    { reason: 'it has a summary', rest: { summary: 'In short.' } },
    { reason: 'it has a slug of its own', rest: { slug: 'own' } },
    { reason: 'it has a preview link', act: makePreviewKey },
    { reason: 'it is published', act: publishPost },
    { reason: 'it has another author', act: (actor, id) => setPostAuthor(actor, id, '') },
  ])('stays when it becomes empty, because $reason', async ({ first, act, rest }) => {
    const id = await reservePostId(owner)
    const empty = { title: '', content: '' }
    await save(id, { base: 0, ...empty, title: 'a', ...first })
    await act?.(owner, id)
    expect(await save(id, { base: 1, ...empty, ...rest })).toMatchObject({ revision: 2 })
  })

  test('needs a reserved id', async () => {
    const id = await reservePostId(owner)
    const notFound = { code: 'not-found' }
    await expect(save(id + 1, { base: 0 })).rejects.toMatchObject(notFound)
    await expect(getEditedPost(owner, id + 1, true)).rejects.toMatchObject(notFound)
    await save(id, { base: 0 })
    await deletePost(owner, id)
    await expect(save(id, { base: 0, title: 'Other' })).rejects.toMatchObject(notFound)
    await expect(getEditedPost(owner, id, true)).rejects.toMatchObject(notFound)
    const site = { name: 'A', origins: [], hosts: { create: { host: 'example.org' } } }
    const page = await reservePostId(owner)
    await db().thread.create({
      data: { id: page, slug: 'example.org/', site: { create: site } },
    })
    await expect(save(page, { base: 0 })).rejects.toMatchObject(notFound)
  })
})

test('stores the links of a post, and reports whether one is new', async () => {
  const { id } = await addPost('a', { draft: true })
  const content = 'https://one.org/\n\nhttps://two.org/\n'
  expect((await save(id, { content })).hasNewLinks).toBe(true)
  expect((await save(id, { base: 2, content: `${content}\nWords.` })).hasNewLinks).toBe(false)
  expect((await save(id, { base: 3, content: 'https://two.org/\n' })).hasNewLinks).toBe(false)
  expect((await db().postLink.findMany({ where: { postId: id } })).map(({ url }) => url)).toEqual([
    'https://two.org/',
  ])
})

test('rejects content that is nested too deeply, and saves nothing', async () => {
  const { id } = await addPost('a')
  await expect(save(id, { content: `${'> '.repeat(150)}deep` })).rejects.toMatchObject({
    errors: [{ field: 'content' }],
  })
  expect((await getEditedPost(owner, id)).post.revision).toBe(1)
})

test('detects a link that left a code block or paragraph without a change', async () => {
  const { id } = await addPost('a')
  await save(id, { content: '```\nhttps://one.org/\n```\n\nWords\nhttps://two.org/' })
  expect(await db().postLink.count({ where: { postId: id } })).toBe(0)
  expect(
    (await save(id, { base: 2, content: 'https://one.org/\n\nWords\n\nhttps://two.org/' }))
      .hasNewLinks,
  ).toBe(true)
  expect(await db().postLink.count({ where: { postId: id } })).toBe(2)
})
