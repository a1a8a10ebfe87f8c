import { describe, expect, test } from 'vitest'
import { readGhostPosts } from './read-ghost-posts'

function read(post: Record<string, unknown>) {
  const [found] = readGhostPosts(
    JSON.stringify({ db: [{ data: { posts: [{ id: '1', title: 'A', slug: 'a', status: 'published', ...post }] } }] }),
  )
  if (!found || !('post' in found)) throw new Error(found?.reason)
  return found
}

test('an export of Ghost 0.x has Markdown, numbers for ids and dates, and no “db”', () => {
  const file = {
    meta: {},
    data: {
      posts: [
        {
          id: 5,
          title: 'Old',
          slug: 'old',
          markdown: '# Hi',
          html: null,
          image: '/content/images/a.png',
          page: 0,
          status: 'published',
          published_at: 1_400_000_000_000,
        },
      ],
      tags: [{ id: 1, name: 'One' }],
      posts_tags: [{ post_id: 5, tag_id: 1 }],
    },
  }
  expect([...readGhostPosts(JSON.stringify(file), 'https://old.example')]).toMatchObject([
    {
      post: {
        slug: 'old',
        content: '# Hi\n',
        tags: ['One'],
        draft: false,
        publishedAt: new Date(1_400_000_000_000),
        cover: '/content/images/a.png',
      },
    },
  ])
})

test('a document of the editor before this one is read where there is no HTML', () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    markups: [['a', ['href', 'https://example.org/']], ['strong']],
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: '/b.png', alt: 'B', caption: 'Sea' }],
      ['bookmark', { url: 'https://example.org/x' }],
      ['poll', {}],
    ],
    sections: [
      [1, 'h2', [[0, [], 0, 'Heading']]],
      [
        1,
        'p',
        [
          [0, [], 0, 'a '],
          [0, [0, 1], 2, 'link'],
          [1, [], 0, 0],
          [0, [], 0, '<b>'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      [10, 0],
      [10, 1],
      [10, 2],
    ],
  })
  expect(read({ mobiledoc })).toMatchObject({
    post: {
      content:
        '## Heading\n\na [**link**](https://example.org/)\\\n\\<b>\n\n- one\n- two\n\n<figure><img src="/b.png" alt="B" /><figcaption>Sea</figcaption></figure>\n\nhttps://example.org/x\n',
    },
    lost: ['a card “poll” is not known and was left out'],
  })
})

describe('a post is public here only where it was public for all there', () => {
  test.each([
    [{ visibility: 'public' }, false],
    [{ visibility: 'members' }, true],
    [{ visibility: 'tiers' }, true],
    [{ status: 'draft' }, true],
    [{ status: 'sent' }, true],
    [{ status: 'scheduled' }, false],
    [{ type: 'page' }, true],
  ])('%j', (fields, draft) => {
    expect(read(fields).post.draft).toBe(draft)
  })
})

test('a slug that cannot be one here is made of its words, or of the title', () => {
  expect(read({ slug: 'a--b/c' }).post.slug).toBe('a-b-c')
  expect(read({ slug: '', title: 'Über uns!' }).post.slug).toBe('über-uns')
  expect(read({ slug: '', title: '!!!' }).post.slug).toBe('post-1')
})

test('a post that cannot be read is named, and the next one is taken', () => {
  const posts = [
    { id: 1, slug: 'broken', lexical: '{' },
    { id: 2, slug: 'well', html: '<p>x</p>' },
  ]
  expect([...readGhostPosts(JSON.stringify({ data: { posts } }))]).toMatchObject([
    { file: 'broken', reason: expect.stringContaining('JSON') },
    { post: { slug: 'well' } },
  ])
})
