import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { ownDatabase } from '@/test/database/database'
import { seed } from './seed'

await ownDatabase()
const isFilled = await seed()

test('holds only the example comments that demonstrate moderation', async () => {
  expect(isFilled).toBe(true)
  const held = await db().comment.findMany({
    where: { status: { in: ['pending', 'spam'] } },
    select: { authorName: true, status: true, screening: true },
    orderBy: { id: 'asc' },
  })
  expect(held.map(({ authorName, status }) => [authorName, status])).toEqual([
    ['Lena Fischer', 'pending'],
    ['top-traffic.example.com', 'pending'],
    ['Hosting Deals', 'spam'],
  ])
  for (const { screening } of held) expect(screening).not.toEqual([])
  expect(await db().comment.count({ where: { status: 'published' } })).toBeGreaterThan(20)
})

test('one of the example posts is a draft', async () => {
  expect(await db().post.findMany({ where: { draft: true }, select: { slug: true } })).toEqual([
    { slug: 'what-we-left-out' },
  ])
})

test('the post about pasted links describes the images, limits and renewal of cards', async () => {
  const { content } = await db().post.findUniqueOrThrow({
    where: { slug: 'what-happens-to-a-pasted-link' },
  })
  const images = [...(await getLinkCards(content)).values()].flatMap((card) => [
    card.image,
    card.favicon,
  ])
  expect(images.filter((image) => image !== '').length).toBeGreaterThan(2)
  for (const image of images) expect(image).toMatch(/^$|^\/api\/og-image\?/)
  expect(content).toContain('come from the blog’s own address, `/api/og-image`')
  expect(content).toContain('A timer refreshes the links in posts')
  // If a limit changes, the post must change, too.
  const { fetchTimeoutMs, readTimeoutMs, redirectsMax } = linkPreviewLimits
  expect([fetchTimeoutMs, readTimeoutMs, redirectsMax]).toEqual([5_000, 200, 5])
  for (const limit of ['at most five redirects', 'five seconds for everything', '0.2 seconds'])
    expect(content).toContain(limit)
})
