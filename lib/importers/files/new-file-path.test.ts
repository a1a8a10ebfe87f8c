import { expect, test } from 'vitest'
import { newFilePath, pathKey } from './exported-files'

const publishedAt = new Date('2025-10-20')

test('truncates a slug of 200 letters to a valid file name, and numbers a second one', () => {
  const slug = '語'.repeat(200)
  const first = newFilePath({ slug, publishedAt }, new Set())
  const second = newFilePath({ slug: `${slug}a`, publishedAt }, new Set([pathKey(first)]))
  expect(first).toBe(`2025-10-20-${'語'.repeat(60)}.md`)
  expect(second).toBe(`2025-10-20-${'語'.repeat(60)}-2.md`)
})

test('keeps a short slug whole', () => {
  expect(newFilePath({ slug: 'a-b', publishedAt }, new Set())).toBe('2025-10-20-a-b.md')
})
