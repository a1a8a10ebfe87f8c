import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readGhostPosts } from './read-ghost-posts'

function read(post: Record<string, unknown>) {
  const [found] = readGhostPosts(
    JSON.stringify({
      db: [
        {
          data: {
            posts: [
              {
                id: '1',
                title: 'A',
                slug: 'a',
                status: 'published',
                published_at: '2024-01-01',
                ...post,
              },
            ],
          },
        },
      ],
    }),
  )
  if (!found || !('post' in found)) throw new Error(JSON.stringify(found))
  return found
}

test('reads an export of Ghost 0.x with Markdown, numeric ids and dates, and no “db”', () => {
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
  expect([...readGhostPosts(JSON.stringify(file))].slice(0, 1)).toMatchObject([
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

test('reads times without a zone in UTC, regardless of the zone of the server', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { publishedAt } = read({ published_at: '2017-08-21 07:55:58' }).post
  expect(publishedAt.toJSON()).toBe('2017-08-21T07:55:58.000Z')
})

test('keeps the Markdown of a post that consists of a Markdown card', () => {
  const contentOf = (sections: unknown) =>
    read({
      html: '<p><em>a</em></p>',
      mobiledoc: JSON.stringify({ cards: [['markdown', { markdown: '_a_' }]], sections }),
    }).post.content
  expect(
    contentOf([
      [10, 0],
      [1, 'p', []],
    ]),
  ).toBe('_a_\n')
  expect(
    contentOf([
      [10, 0],
      [1, 'p', [[0, [], 0, 'b']]],
    ]),
  ).toBe('*a*\n')
})

test('reports a post whose HTML the export does not contain', () => {
  expect(read({ lexical: '{}' }).lost).toEqual([
    'its text, if it had any: the export does not contain its HTML',
  ])
})

describe('a post is public only if it was public for everyone in Ghost', () => {
  test.each([
    [{ visibility: 'public' }, false],
    [{ visibility: 'members' }, true],
    [{ visibility: 'tiers' }, true],
    [{ status: 'draft' }, true],
    [{ status: 'sent' }, true],
    [{ status: 'scheduled' }, false],
    [{ type: 'page' }, false],
  ])('%j', (fields, draft) => {
    expect(read(fields).post.draft).toBe(draft)
  })
})

test('a page stays a page, without comments', () => {
  expect(read({ type: 'page' })).toMatchObject({ post: { isPage: true }, commentsClosed: true })
  expect(read({})).toMatchObject({ post: { isPage: false }, commentsClosed: false })
})

test('makes an invalid slug valid, or derives it from the title', () => {
  expect(read({ slug: 'a--b/c' }).post.slug).toBe('a-b-c')
  expect(read({ slug: '', title: 'Über uns!' }).post.slug).toBe('über-uns')
  expect(read({ slug: '', title: '!!!' }).post.slug).toBe('post-1')
})

test('reports a post that cannot be read, and continues with the next one', () => {
  const posts = [
    { id: 1, slug: 'broken', mobiledoc: '{' },
    { id: 2, slug: 'well', html: '<p>x</p>' },
  ]
  expect([...readGhostPosts(JSON.stringify({ data: { posts } }))].slice(0, 2)).toMatchObject([
    { file: 'broken', reason: expect.stringContaining('JSON') },
    { post: { slug: 'well' } },
  ])
})

/** Reads everything in these tables. */
const readAll = (data: Record<string, unknown>, site?: string) => [
  ...readGhostPosts(JSON.stringify({ data }), site),
]

test('a post without a slug does not affect URLs in other posts', () => {
  const posts = [
    { id: 1, title: 'Nameless', slug: null, html: '<p>x</p>' },
    {
      id: 2,
      slug: 'other',
      html:
        '<p><img src="__GHOST_URL__/content/images/a.png"> <a href="__GHOST_URL__/">home</a> ' +
        '<a href="__GHOST_URL__/a--b/#c">post</a></p>',
    },
    { id: 3, slug: 'a--b', html: '<p>x</p>' },
  ]
  const content =
    '![](https://old.example/content/images/a.png) [home](https://old.example/) ' +
    '[post](/posts/a-b#c)\n'
  expect(readAll({ posts }, 'https://old.example')).toMatchObject([
    { post: { slug: 'nameless' } },
    { post: { content } },
    {},
    {},
  ])
})

test('reports relative URLs with their number, unless the URL of the old blog is known', () => {
  const html =
    '<p><a href="/about/">a</a> <a href="__GHOST_URL__/tag/x/">b</a> <a ' +
    'href="//cdn.example/x">c</a></p>'
  const posts = [{ id: 1, slug: 'a', html }]
  expect(readAll({ posts })).toMatchObject([
    {
      post: { content: '[a](/about/) [b](/tag/x/) [c](//cdn.example/x)\n' },
      lost: [
        expect.stringMatching(/path of the old blog.*\(×2\)/),
        'it had no date: the date of the import is used',
      ],
    },
    {},
  ])
  expect(readAll({ posts }, 'https://old.example')).toMatchObject([
    {
      post: {
        content:
          '[a](https://old.example/about/) [b](https://old.example/tag/x/) [c](//cdn.example/x)\n',
      },
      lost: { length: 1 },
    },
    {},
  ])
})

test('keeps or reports meta fields, injected code, internal tags and authors', () => {
  const found = readAll(
    {
      posts: [
        {
          id: 1,
          slug: 'a',
          html: '<p>x</p>',
          author_id: 'u1',
          published_at: '2024-01-01',
          meta_title: 'Old',
          codeinjection_head: '<script>',
          codeinjection_foot: '<script>',
          canonical_url: 'https://elsewhere.example/a',
          custom_template: 'custom-wide',
          featured: 1,
        },
        { id: 2, slug: 'b', html: '<p>x</p>', custom_excerpt: 'Own.', published_at: '2024-01-01' },
      ],
      posts_meta: [
        { post_id: 1, meta_description: 'For search.', og_title: 'For others' },
        { post_id: 2, meta_title: 'New', meta_description: 'For search.', og_image: '/b.png' },
      ],
      tags: [{ id: 1, name: '#hidden' }],
      posts_tags: [{ post_id: 1, tag_id: 1 }],
      posts_authors: [
        { post_id: 2, author_id: 'u1' },
        { post_id: 2, author_id: 'u2' },
      ],
      users: [
        { id: 'u1', name: 'Ada' },
        { id: 'u2', name: 'Bea' },
      ],
      settings: [
        { key: 'codeinjection_head', value: '<script>' },
        { key: 'codeinjection_foot', value: '' },
        { key: 'title', value: 'A blog' },
      ],
    },
    'https://old.example',
  )
  expect(found).toMatchObject([
    {
      post: {
        summary: 'For search.',
        tags: [],
        metaTitle: 'Old',
        metaDescription: '',
        socialImage: '',
        canonical: 'https://elsewhere.example/a',
      },
      lost: [
        'the field “og_title”: For others',
        'the field “custom_template”: custom-wide',
        'the field “codeinjection_head”: <script>',
        'the field “codeinjection_foot”: <script>',
        'the field “featured”: 1',
        'the internal tag “#hidden”',
      ],
    },
    {
      post: {
        summary: 'Own.',
        metaTitle: 'New',
        metaDescription: 'For search.',
        socialImage: 'https://old.example/b.png',
        canonical: '',
      },
      lost: [],
    },
    {
      lostByAll: [
        'the author “Ada” of a post (×2)',
        'the author “Bea” of a post',
        'the field “codeinjection_head”',
      ],
    },
  ])
})
