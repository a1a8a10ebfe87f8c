import { describe, expect, test } from 'vitest'
import { NotAPost } from './not-a-post'
import { decodeText, readPostFile } from './read-post-file'

const file = (header: string, body = 'Words.\n') => `---\n${header}\n---\n\n${body}`
const readPost = (name: string, source: string) => readPostFile(name, source).post
const read = (header: string, name = 'a.md') => readPost(name, file(header))

describe('is taken', () => {
  test('with all of its front matter', () => {
    expect(
      read(
        'title: "Hello: there"\nslug: hello\ndate: 2025-10-20T09:30:00+02:00\nsummary: Short.\ntags: [one, two]\ndraft: true\ncover: /a.png\ncover_alt: A hill.',
      ),
    ).toEqual({
      title: 'Hello: there',
      slug: 'hello',
      publishedAt: new Date('2025-10-20T07:30:00Z'),
      summary: 'Short.',
      tags: ['one', 'two'],
      draft: true,
      cover: '/a.png',
      coverAlt: 'A hill.',
      content: 'Words.\n',
    })
  })

  test.each([
    ['2025-10-20', '2025-10-20T00:00:00Z'],
    ['2025-10-20 09:30', '2025-10-20T09:30:00Z'],
    ['2025-10-20 09:30:15', '2025-10-20T09:30:15Z'],
    ['2025-10-20 09:30:15 +0200', '2025-10-20T07:30:15Z'],
    ['2025-10-20T09:30:00.000Z', '2025-10-20T09:30:00Z'],
  ])('with its date written %s', (written, date) => {
    expect(read(`title: a\ndate: ${written}`).publishedAt).toEqual(new Date(date))
  })

  test('with date and slug in its name, and its title in a heading', () => {
    expect(readPost('2025-10-20-hello-world.md', '# Hello *world*\n\nWords.')).toMatchObject({
      slug: 'hello-world',
      title: 'Hello *world*',
      publishedAt: new Date('2025-10-20'),
      content: 'Words.',
    })
  })

  test('with its title in the heading before all other text alone, of which nothing else is taken away', () => {
    const name = '2025-10-20-a.md'
    expect(readPost(name, '\n# One\n\n    code\n\n# One\n')).toMatchObject({
      title: 'One',
      content: '    code\n\n# One\n',
    })
    expect(() => readPost(name, 'See “# Two”.\n\n```sh\n# Two\n```\n')).toThrow('no heading')
  })

  test('as other tools write it: a BOM, CRLF, tags in a line, a description', () => {
    const source = `\uFEFF---\r\ntitle: 7\r\ndate: 2025-10-20\r\ntags: one, two\r\ndescription: Short.\r\nlayout: post\r\n---\r\n\r\nWords.\r\n`
    expect(readPost('a.md', source)).toMatchObject({
      title: '7',
      tags: ['one', 'two'],
      summary: 'Short.',
      content: 'Words.\n',
      slug: 'a',
    })
  })

  test.each(['日本語', 'überblick', 'a.b_c-d'])('with a slug in any script: %s', (slug) => {
    expect(read(`title: a\ndate: 2025-10-20\nslug: ${slug}`).slug).toBe(slug)
  })
})

test.each([
  [
    'a picture and its words in one, as Hugo’s themes have them',
    'cover:\n  image: https://example.org/a.png\n  alt: A hill.',
    'https://example.org/a.png',
  ],
  ['a path beside the file, which nothing serves', 'cover: a.png', ''],
  ['a script', 'cover: javascript:alert(1)', ''],
  ['what a theme keeps there for itself', 'cover: [1, 2]', ''],
])('its cover is %s', (_, header, cover) => {
  expect(read(`title: a\ndate: 2025-10-20\n${header}`).cover).toBe(cover)
})

test('the slugs it had before are told by Hugo’s and by Jekyll’s names for them', () => {
  const header =
    'title: a\ndate: 2025-10-20\nslug: now\naliases: [/2015/01/first/, second, /now/]\nredirect_from: /third.html?a=b'
  expect(readPostFile('a.md', file(header)).aliases).toEqual(['first', 'second', 'third'])
})

test('a post in a folder of its own is called as the folder is', () => {
  expect(readPostFile('posts/2025-10-20-hello/index.md', '# Hello')).toMatchObject({
    post: { slug: 'hello', publishedAt: new Date('2025-10-20') },
  })
})

test('a title may end in dashes: front matter ends with a line of its own', () => {
  expect(read('title: a---\ndate: 2025-10-20')).toMatchObject({
    title: 'a---',
    content: 'Words.\n',
  })
})

test('Jekyll’s “published: false” is a draft', () => {
  expect(read('title: a\ndate: 2025-10-20\npublished: false').draft).toBe(true)
})

describe('is not taken, and says why', () => {
  test.each([
    ['YAML that is none', 'title: [', 'not YAML'],
    ['no title', 'date: 2025-10-20', 'title'],
    ['no date', 'title: a', 'date'],
    ['a date that is none', 'title: a\ndate: yesterday', 'date'],
    ['a day that does not exist', 'title: a\ndate: 2025-13-45', 'date'],
    ['31 February', 'title: a\ndate: 2025-02-31', 'date'],
    ['a slug with a slash', 'title: a\ndate: 2025-10-20\nslug: a/b', 'slug'],
    ['a slug of dots', 'title: a\ndate: 2025-10-20\nslug: ..', 'slug'],
    ['draft that is no yes or no', 'title: a\ndate: 2025-10-20\ndraft: maybe', 'draft'],
    ['front matter that is a list', '- a', 'front matter'],
    [
      'YAML that grows without end',
      'a: &a [1,1]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]\ntitle: a\ndate: 2025-10-20',
      'not YAML',
    ],
  ])('%s', (_, header, word) => {
    expect(() => read(header)).toThrow(NotAPost)
    expect(() => read(header)).toThrow(word)
  })

  test('a NUL in the text', () => {
    expect(() => readPostFile('a.md', file('title: a\ndate: 2025-10-20', 'a\0b'))).toThrow(NotAPost)
  })

  test.each(['\\0', '\\uD800'])(
    'a title that YAML’s escape %s makes unfit for a database',
    (written) => {
      expect(() => read(`title: "a${written}b"\ndate: 2025-10-20`)).toThrow(NotAPost)
    },
  )

  test.each(['latin1', 'utf16le'] as const)(
    'a file in %s, though a lenient reader would take it',
    (encoding) => {
      const bytes = Buffer.from(`\uFEFF${file('title: Über\ndate: 2025-10-20')}`, encoding)
      expect(() => decodeText(bytes)).toThrow(new NotAPost('it is not text in UTF-8'))
      expect(decodeText(Buffer.from('Über'))).toBe('Über')
    },
  )

  test('front matter in TOML', () => {
    expect(() => readPostFile('a.md', '+++\ntitle = "a"\n+++\n')).toThrow('TOML')
  })

  test('a name that makes no slug', () => {
    expect(() => readPostFile('.md', file('title: a\ndate: 2025-10-20'))).toThrow('slug')
  })
})
