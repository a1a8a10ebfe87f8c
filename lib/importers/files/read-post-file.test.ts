import { describe, expect, test } from 'vitest'
import { NotAPost } from '@/lib/importers/imported-post'
import { decodeText, readPostFile } from './read-post-file'

const file = (header: string, body = 'Words.\n') => `---\n${header}\n---\n\n${body}`
const readPost = (name: string, source: string) => readPostFile(name, source).post
const read = (header: string, name = 'a.md') => readPost(name, file(header))

describe('reads', () => {
  test('all keys of the front matter', () => {
    expect(
      read(
        'title: "Hello: there"\nslug: hello\ndate: 2025-10-20T09:30:00+02:00\nsummary: Short.' +
          '\ntags: [one, two]\ndraft: true\npage: true\ncover: /a.png\ncover_alt: A hill.' +
          '\nmeta_title: M\nmeta_description: D\nsocial_image: /s.png' +
          '\ncanonical_url: https://elsewhere.example/a\nnoindex: true',
      ),
    ).toEqual({
      title: 'Hello: there',
      slug: 'hello',
      publishedAt: new Date('2025-10-20T07:30:00Z'),
      summary: 'Short.',
      tags: ['one', 'two'],
      draft: true,
      isPage: true,
      cover: '/a.png',
      coverAlt: 'A hill.',
      metaTitle: 'M',
      metaDescription: 'D',
      socialImage: '/s.png',
      canonical: 'https://elsewhere.example/a',
      noindex: true,
      content: 'Words.\n',
    })
  })

  test.each([
    ['2025-10-20', '2025-10-20T00:00:00Z'],
    ['2025-10-20 09:30', '2025-10-20T09:30:00Z'],
    ['2025-10-20 09:30:15', '2025-10-20T09:30:15Z'],
    ['2025-10-20 09:30:15 +0200', '2025-10-20T07:30:15Z'],
    ['2025-10-20T09:30:00.000Z', '2025-10-20T09:30:00Z'],
  ])('the date %s', (written, date) => {
    expect(read(`title: a\ndate: ${written}`).publishedAt).toEqual(new Date(date))
  })

  test('date and slug from the file name, and the title from a heading', () => {
    expect(readPost('2025-10-20-hello-world.md', '# Hello *world*\n\nWords.')).toMatchObject({
      slug: 'hello-world',
      title: 'Hello *world*',
      publishedAt: new Date('2025-10-20'),
      content: 'Words.',
    })
  })

  test('the title only from a heading at the beginning, and removes nothing else', () => {
    const name = '2025-10-20-a.md'
    expect(readPost(name, '\n# One\n\n    code\n\n# One\n')).toMatchObject({
      title: 'One',
      content: '    code\n\n# One\n',
    })
    expect(() => readPost(name, 'See “# Two”.\n\n```sh\n# Two\n```\n')).toThrow('no valid “title”')
  })

  test('files of other tools: a BOM, CRLF, tags on one line, a description', () => {
    const source =
      '\uFEFF---\r\ntitle: 7\r\ndate: 2025-10-20\r\ntags: one, two\r\ndescription: Short.\r\n' +
      'layout: post\r\n---\r\n\r\nWords.\r\n'
    expect(readPost('a.md', source)).toMatchObject({
      title: '7',
      tags: ['one', 'two'],
      summary: 'Short.',
      content: 'Words.\n',
      slug: 'a',
    })
  })

  test.each(['日本語', 'überblick', 'a.b_c-d'])('a slug in any script: %s', (slug) => {
    expect(read(`title: a\ndate: 2025-10-20\nslug: ${slug}`).slug).toBe(slug)
  })
})

test.each([
  [
    'an image with its alternative text, as in Hugo’s themes',
    'cover:\n  image: https://example.org/a.png\n  alt: A hill.',
    'https://example.org/a.png',
  ],
  ['nothing for a relative path, which is not served', 'cover: a.png', ''],
  ['nothing for a script', 'cover: javascript:alert(1)', ''],
  ['nothing for other values of a theme', 'cover: [1, 2]', ''],
])('reads as cover %s', (_, header, cover) => {
  expect(read(`title: a\ndate: 2025-10-20\n${header}`).cover).toBe(cover)
})

test('reads previous slugs from the keys of Hugo and Jekyll', () => {
  const header =
    'title: a\ndate: 2025-10-20\nslug: now\naliases: [/2015/01/first/, second, /now/]\n' +
    'redirect_from: /third.html?a=b'
  expect(readPostFile('a.md', file(header)).aliases).toEqual(['first', 'second', 'third'])
})

test('uses the folder name of a post with its own folder', () => {
  expect(readPostFile('posts/2025-10-20-hello/index.md', '# Hello')).toMatchObject({
    post: { slug: 'hello', publishedAt: new Date('2025-10-20') },
  })
})

test('a title may end in dashes, since front matter ends with a separate line', () => {
  expect(read('title: a---\ndate: 2025-10-20')).toMatchObject({
    title: 'a---',
    content: 'Words.\n',
  })
})

test('treats “published: false” of Jekyll as a draft', () => {
  expect(read('title: a\ndate: 2025-10-20\npublished: false').draft).toBe(true)
})

describe('rejects with a reason', () => {
  test.each([
    ['invalid YAML', 'title: [', 'not valid YAML'],
    ['megabytes of nested lists', `title: ${'['.repeat(4_000_000)}`, 'longer than 100,000'],
    ['no title', 'date: 2025-10-20', 'title'],
    ['no date', 'title: a', 'date'],
    ['an invalid date', 'title: a\ndate: yesterday', 'date'],
    ['a day that does not exist', 'title: a\ndate: 2025-13-45', 'date'],
    ['31 February', 'title: a\ndate: 2025-02-31', 'date'],
    ['a slug with a slash', 'title: a\ndate: 2025-10-20\nslug: a/b', 'slug'],
    ['a slug of dots', 'title: a\ndate: 2025-10-20\nslug: ..', 'slug'],
    ['a draft value that is not a boolean', 'title: a\ndate: 2025-10-20\ndraft: maybe', 'draft'],
    ['front matter that is a list', '- a', 'front matter'],
    [
      'YAML that grows without end',
      'a: &a [1,1]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]\ntitle: a\ndate: ' +
        '2025-10-20',
      'not valid YAML',
    ],
  ])('%s', (_, header, word) => {
    expect(() => read(header)).toThrow(NotAPost)
    expect(() => read(header)).toThrow(word)
  })

  test('a NUL in the text', () => {
    expect(() => readPostFile('a.md', file('title: a\ndate: 2025-10-20', 'a\0b'))).toThrow(NotAPost)
  })

  test.each(['\\0', '\\uD800'])(
    'a title that YAML’s escape %s makes invalid for a database',
    (written) => {
      expect(() => read(`title: "a${written}b"\ndate: 2025-10-20`)).toThrow(NotAPost)
    },
  )

  test.each(['latin1', 'utf16le'] as const)(
    'a file in %s, although a lenient decoder would accept it',
    (encoding) => {
      const bytes = Buffer.from(`\uFEFF${file('title: Über\ndate: 2025-10-20')}`, encoding)
      expect(() => decodeText(bytes)).toThrow(
        new NotAPost('the text or the name of the file is not UTF-8'),
      )
      expect(decodeText(Buffer.from('Über'))).toBe('Über')
    },
  )

  test('front matter in TOML', () => {
    expect(() => readPostFile('a.md', '+++\ntitle = "a"\n+++\n')).toThrow('TOML')
  })

  test('a name without a slug', () => {
    expect(() => readPostFile('.md', file('title: a\ndate: 2025-10-20'))).toThrow('slug')
  })
})
