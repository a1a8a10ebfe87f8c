import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { addImage } from './add-image'
import { deleteImage } from './delete-image'
import { getImageFile } from './get-image-file'
import { listImages } from './list-images'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')

let shade = 0
/** Creates an image that no earlier test has uploaded. */
const newPicture = (width = 700) => {
  shade += 8
  return sharp({
    create: { width, height: 350, channels: 3, background: { r: shade, g: 90, b: 40 } },
  })
    .png()
    .toBuffer()
}

const nameOf = (url: string) => url.replace('/images/', '')
const idOf = (url: string) => nameOf(url).split('-')[0] ?? ''

test('stores an image and returns it in each of its widths', async () => {
  const added = await addImage(owner, await newPicture())
  expect(added).toMatchObject({ width: 700, height: 350 })
  for (const [name, width] of [
    [nameOf(added.url), 700],
    [nameOf(added.url).replace('.webp', '-480.webp'), 480],
  ] as const) {
    const file = await getImageFile(name)
    expect('bytes' in file && (await sharp(file.bytes).metadata())).toMatchObject({
      format: 'webp',
      width,
    })
  }
})

test('stores the same image once', async () => {
  const picture = await newPicture()
  const [first, second] = await Promise.all([addImage(owner, picture), addImage(owner, picture)])
  expect(second).toEqual(first)
  expect(await addImage(owner, picture)).toEqual(first)
  expect(await db().image.count({ where: { id: idOf(first.url) } })).toBe(1)
  expect(await db().imageFile.count({ where: { imageId: idOf(first.url) } })).toBe(2)
})

test.each([
  ['an invalid name', () => '../../etc/passwd'],
  ['an unknown image', () => `${'0'.repeat(32)}-9x9.webp`],
  ['a different size', (name: string) => name.replace('700x350', '700x351')],
  ['a width that does not exist', (name: string) => name.replace('.webp', '-481.webp')],
  ['a width larger than the image', (name: string) => name.replace('.webp', '-960.webp')],
])('responds to %s with not-found', async (_, nameFor) => {
  const { url } = await addImage(owner, await newPicture())
  await expect(getImageFile(nameFor(nameOf(url)))).rejects.toMatchObject({ code: 'not-found' })
})

describe('moderators may not', () => {
  test.each([
    ['add', () => addImage(moderator, Buffer.alloc(0))],
    ['list', () => listImages(moderator, 1)],
    ['delete', () => deleteImage(moderator, 'any')],
  ])('%s images', async (_, act) => {
    await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('an image used by a post', () => {
  test.each([
    ['in its content', (url: string) => ({ content: `![x](${url})` })],
    ['as its cover', (url: string) => ({ cover: url })],
    [
      'in both, counted once',
      (url: string) => ({ content: `![x](${url}) ![y](https://blog.example${url})`, cover: url }),
    ],
    ['in a draft', (url: string) => ({ content: `![x](${url})`, draft: true })],
    [
      'in a deleted post',
      (url: string) => ({ content: `![x](${url})`, draft: true, deletedAt: new Date() }),
    ],
  ])('%s is listed with the post and cannot be deleted', async (how, fields) => {
    const { url } = await addImage(owner, await newPicture())
    const { id: postId } = await addPost(`shows-${how.replaceAll(' ', '-')}`)
    await db().post.update({ where: { id: postId }, data: fields(url) })
    const { images } = await listImages(owner, 1)
    expect(images.find((image) => image.url === url)?.posts).toMatchObject([{ id: postId }])
    await expect(deleteImage(owner, idOf(url))).rejects.toMatchObject({ code: 'image-in-use' })
    expect(await getImageFile(nameOf(url))).toHaveProperty('bytes')
  })
})

test('keeps an image for social media of a post or of its unpublished changes', async () => {
  const { url: socialImage } = await addImage(owner, await newPicture())
  const { id: postId } = await addPost('shared')
  const remove = () => deleteImage(owner, idOf(socialImage))
  await db().post.update({ where: { id: postId }, data: { socialImage } })
  await expect(remove()).rejects.toMatchObject({ code: 'image-in-use' })
  await db().post.update({ where: { id: postId }, data: { socialImage: '' } })
  const texts = { title: '', summary: '', content: '', cover: '', coverAlt: '' }
  await db().workingCopy.create({
    data: { postId, slug: 'shared', tags: [], ...texts, socialImage },
  })
  await expect(remove()).rejects.toMatchObject({ code: 'image-in-use' })
  await db().workingCopy.deleteMany()
  await remove()
})

test.each(['logo', 'picture'])('keeps the %s of the blog', async (option) => {
  const { url } = await addImage(owner, await newPicture())
  await db().blogSettings.create({ data: { options: { [option]: url } } })
  const { images } = await listImages(owner, 1)
  expect(images.filter((image) => image.isUsedElsewhere).map((image) => image.url)).toEqual([url])
  await expect(deleteImage(owner, idOf(url))).rejects.toMatchObject({ code: 'image-in-use' })
  await db().blogSettings.deleteMany()
})

test('deletes an unused image and its files', async () => {
  const { url } = await addImage(owner, await newPicture())
  expect((await listImages(owner, 1)).images.find((image) => image.url === url)?.posts).toEqual([])
  await deleteImage(owner, idOf(url))
  expect(await db().imageFile.count({ where: { imageId: idOf(url) } })).toBe(0)
  await expect(getImageFile(nameOf(url))).rejects.toMatchObject({ code: 'not-found' })
  await expect(deleteImage(owner, idOf(url))).rejects.toMatchObject({ code: 'image-in-use' })
})

test('lists images in pages, the newest first, and an empty page after the last', async () => {
  const data = Array.from({ length: 30 }, (_, n) => ({
    id: n.toString(16).padStart(32, 'f'),
    width: 9,
    height: 9,
    bytes: 9,
    isMoving: false,
    inBucket: false,
    addedAt: new Date(Date.UTC(2020, 0, n + 1)),
  }))
  await db().image.createMany({ data })
  const total = await db().image.count()
  const { pages } = await listImages(owner, 1)
  expect(pages).toBe(Math.ceil(total / 24))
  const listed = []
  for (let page = 1; page <= pages; page++) listed.push(...(await listImages(owner, page)).images)
  expect(listed).toHaveLength(total)
  expect(listed).toEqual(
    listed.toSorted(
      (a, b) => b.addedAt.getTime() - a.addedAt.getTime() || a.id.localeCompare(b.id),
    ),
  )
  expect((await listImages(owner, pages + 1)).images).toEqual([])
})
