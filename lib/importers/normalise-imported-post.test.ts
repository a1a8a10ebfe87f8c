import { expect, test } from 'vitest'
import type { PostDraft } from '@/lib/importers/write-post'
import { editedPostInput } from '@/lib/posts/editing/edited-post'
import { normaliseImportedPost } from './normalise-imported-post'

const plain: PostDraft = {
  slug: 'a',
  title: 'A',
  summary: '',
  content: 'Words.',
  tags: [],
  draft: false,
  publishedAt: new Date('2025-10-20'),
  cover: '',
  coverAlt: '',
}
const isSaved = (post: PostDraft) => editedPostInput.safeParse({ base: 1, ...post }).data

test.each<[string, Partial<PostDraft>, Partial<PostDraft>, string[]]>([
  ['a title that is too long', { title: '🙂'.repeat(301) }, { title: '🙂'.repeat(300) }, ['title']],
  ['a title of 300 characters', { title: '🙂'.repeat(300) }, {}, []],
  [
    'a summary of several lines',
    { summary: 'One\n\n  two\tthree  four' },
    { summary: 'One two three  four' },
    [],
  ],
  [
    'a summary that is too long',
    { summary: 'a '.repeat(800) },
    { summary: 'a '.repeat(500).trim() },
    ['summary'],
  ],
  ['a tag that is too long', { tags: ['a'.repeat(70)] }, { tags: ['a'.repeat(60)] }, ['tag']],
  ['a tag with a comma', { tags: ['Paris, France', 'b'] }, { tags: ['Paris France', 'b'] }, []],
  [
    'too many tags',
    { tags: Array.from({ length: 32 }, (_, number) => `t${number}`) },
    { tags: Array.from({ length: 30 }, (_, number) => `t${number}`) },
    ['t30, t31'],
  ],
  [
    'a cover with a space',
    { cover: '/my hill.png', coverAlt: 'A\nhill' },
    { cover: '/my%20hill.png', coverAlt: 'A hill' },
    [],
  ],
  [
    'a cover that browsers resolve to another host',
    { cover: '/\\evil.example/x', coverAlt: 'A' },
    { cover: '', coverAlt: '' },
    ['cover'],
  ],
  ['a cover that is not a web URL', { cover: 'javascript:alert(1)' }, { cover: '' }, ['cover']],
  [
    'texts for search engines that are too long',
    { metaTitle: 'a'.repeat(301), metaDescription: 'a'.repeat(1_001) },
    { metaTitle: 'a'.repeat(300), metaDescription: 'a'.repeat(1_000) },
    ['meta_title', 'meta_description'],
  ],
  [
    'a canonical path, and a social image that is not a web URL',
    { canonical: '/a', socialImage: 'javascript:alert(1)' },
    { canonical: '', socialImage: '' },
    ['socialImage', 'canonical'],
  ],
])('%s becomes valid for the admin area, and losses are reported', (_, given, wanted, reported) => {
  const { post, lost } = normaliseImportedPost({ ...plain, ...given })
  expect(post).toEqual({ ...plain, ...given, ...wanted })
  expect(lost).toEqual(reported.map((words) => expect.stringContaining(words)))
  expect(isSaved(post)).toMatchObject({
    title: post.title,
    summary: post.summary,
    tags: post.tags,
    cover: post.cover,
  })
  expect(normaliseImportedPost(post)).toEqual({ post, lost: [] })
})

test('the admin area rejects a tag with a comma, which its field would split', () => {
  expect(isSaved({ ...plain, tags: ['Paris, France'] })).toBeUndefined()
})
