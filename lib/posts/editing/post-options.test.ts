import { expect, test } from 'vitest'
import { listPostAddresses } from '@/lib/posts/reading/list-post-addresses'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getPostOptions, postOptions, savePostOptions } from './post-options'

await ownDatabase()

const options = {
  metaTitle: 'For search engines',
  metaDescription: 'In short.',
  socialImage: '/images/a.webp',
  canonical: 'https://elsewhere.example/original',
  noindex: true,
  commentsClosed: true,
}

test('saves the options of a post, and excludes a hidden post from sitemaps', async () => {
  const owner = await addActor('owner')
  const { id, slug } = await addPost('optional')
  expect(await getPostOptions(id)).toMatchObject({ metaTitle: '', noindex: false })
  expect((await listPostAddresses(9)).map((post) => post.slug)).toContain(slug)
  expect(await savePostOptions(owner, id, options)).toBe(slug)
  expect(await getPostOptions(id)).toEqual(options)
  expect((await listPostAddresses(9)).map((post) => post.slug)).not.toContain(slug)
})

test('leaves comments open or closed if that option was not changed', async () => {
  const owner = await addActor('owner')
  const { id } = await addPost('discussed')
  await savePostOptions(owner, id, options)
  await savePostOptions(owner, id, { ...options, commentsClosed: undefined })
  expect(await getPostOptions(id)).toEqual(options)
})

test('lets only the owner change options', async () => {
  const { id } = await addPost('guarded')
  await expect(savePostOptions(undefined, id, options)).rejects.toThrow()
  const moderator = await addActor('moderator')
  await expect(savePostOptions(moderator, id, options)).rejects.toThrow()
})

test.each(['javascript:alert(1)', '/relative', 'https://'])(
  'refuses %s as a canonical URL',
  (canonical) => {
    expect(postOptions.safeParse({ ...options, canonical }).success).toBe(false)
  },
)
