import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { normaliseImportedPost } from '@/lib/importers/normalise-imported-post'
import type { PostDraft } from '@/lib/importers/write-post'
import { isReservedSegment } from '@/lib/posts/reserved-segments'
import { isNightly } from '@/test/nightly'
import { composePostFile, isSamePost } from './compose-post-file'
import { readPostFile } from './read-post-file'

const word = fc.stringMatching(/^[a-zà-öø-ÿ0-9]{1,12}$/).map((text) => text.normalize('NFC'))
/** Any text on one line, especially with YAML syntax. */
const line = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          '- ',
          ': ',
          '#',
          ' #',
          '"',
          "'",
          '|',
          '>',
          '[',
          ']',
          '{',
          '&a',
          '*a',
          '!',
          '%',
          '@',
          '`',
          '\\',
          'true',
          '~',
          '2025-10-20',
          'ñ',
          '語',
          '🙂',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text))
const text = fc
  .array(fc.oneof(line, fc.constantFrom('---', '# Heading', '', '```yaml', 'a: b', '+++')), {
    maxLength: 12,
  })
  .map((lines) => lines.join('\n'))

const post: fc.Arbitrary<PostDraft> = fc
  .record({
    slug: word.filter((slug) => !isReservedSegment(slug)),
    title: line.filter((title) => title.trim() !== ''),
    summary: line,
    content: text,
    tags: fc.uniqueArray(
      line.map((tag) => tag.trim()).filter((tag) => tag !== ''),
      { maxLength: 4 },
    ),
    draft: fc.boolean(),
    isPage: fc.boolean(),
    publishedAt: fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    }),
    cover: fc.constantFrom('', '/a b.png', 'https://example.org/ä.png?a=1#b'),
    coverAlt: line,
    metaTitle: line,
    metaDescription: line,
    socialImage: fc.constantFrom('', '/social.png', 'https://example.org/ä.png'),
    canonical: fc.constantFrom('', 'https://example.org/a?b=1#c'),
    noindex: fc.boolean(),
  })
  // Normalised, as the admin area and the importers do.
  .map((made) => normaliseImportedPost(made).post)

const aliases = fc.uniqueArray(word, { maxLength: 3 })

/** A file as people and tools write it: comments, unknown keys, any quotes and line endings. */
const file = fc
  .record({
    post,
    aliases,
    others: fc.dictionary(
      word.map((key) => `x_${key}`),
      fc.oneof(line, fc.integer(), fc.array(line), fc.dictionary(word, line)),
    ),
    mark: fc.constantFrom('', '\uFEFF'),
    ends: fc.constantFrom('\n', '\r\n', 'mixed'),
    options: fc.record({
      defaultStringType: fc.constantFrom(
        'PLAIN' as const,
        'QUOTE_DOUBLE' as const,
        'QUOTE_SINGLE' as const,
      ),
      collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
      indentSeq: fc.boolean(),
    }),
    gap: fc.constantFrom('', '\n', '\n\n'),
    tail: fc.constantFrom('', '\n'),
  })
  .map(({ post, aliases, others, mark, ends, options, gap, tail }) => {
    const { content, publishedAt, ...rest } = post
    const yaml = stringify(
      {
        ...rest,
        cover_alt: rest.coverAlt,
        meta_title: rest.metaTitle,
        meta_description: rest.metaDescription,
        social_image: rest.socialImage,
        canonical_url: rest.canonical,
        coverAlt: 'not ours',
        date: publishedAt.toISOString(),
        aliases,
        ...others,
      },
      options,
    )
    const comment = options.collectionStyle === 'flow' ? '' : '# mine\n'
    const lines = `---\n${comment}${yaml}---\n${gap}${content}${tail}`.split('\n')
    return (
      mark +
      lines
        .map(
          (part, index) =>
            part +
            (index === lines.length - 1
              ? ''
              : ends === 'mixed'
                ? index % 3
                  ? '\r\n'
                  : '\n'
                : ends),
        )
        .join('')
    )
  })

test('returns the original file byte for byte if the post is unchanged', () => {
  fc.assert(
    fc.property(file, (source) => {
      const read = readPostFile('a.md', source)
      expect(composePostFile({ path: 'a.md', source }, read.post, read.aliases)).toBe(source)
    }),
    { numRuns: isNightly ? 500 : 100 },
  )
})

test('returns a file with all changes of an edited post', () => {
  fc.assert(
    fc.property(file, post, aliases, (source, edited, old) => {
      const names = old.filter((alias) => alias !== edited.slug)
      const composed = composePostFile({ path: 'a.md', source }, edited, names)
      const read = readPostFile('a.md', composed)
      expect(isSamePost(read.post, edited), composed).toBe(true)
      expect(read.aliases).toEqual(expect.arrayContaining(names))
    }),
    { numRuns: isNightly ? 500 : 100 },
  )
})

test('makes a file with the same content for a post without one', () => {
  fc.assert(
    fc.property(post, (made) => {
      const source = composePostFile(undefined, made, [])
      expect(isSamePost(readPostFile('a.md', source).post, made), source).toBe(true)
    }),
    { numRuns: isNightly ? 500 : 100 },
  )
})

describe('keeps the unchanged parts of an edited file byte for byte:', () => {
  const source = [
    '\uFEFF---',
    '# how this blog is made',
    'title:   "Hello: there"  # the title',
    'layout: [ post,  wide ]',
    'tags: # what it is about',
    '    - one',
    '    - "two"',
    '',
    'date: 2025-10-20 09:30',
    'description: >-',
    '  Many',
    '  words.',
    'other: {a:  1}',
    '---',
    '',
    'Words.',
    '',
  ].join('\r\n')
  const known = { path: '2025-10-20-hello.md', source }
  const { post: was } = readPostFile(known.path, source)
  const edit = (changes: Partial<PostDraft>, old: string[] = []) =>
    composePostFile(known, { ...was, ...changes }, old)

  test.each<[string, Partial<PostDraft>, string, string]>([
    ['a title', { title: 'New' }, '"Hello: there"', 'New'],
    [
      'a list',
      { tags: ['one', 'three', 'a: b'] },
      '- one\r\n    - "two"',
      '- one\r\n    - three\r\n    - "a: b"',
    ],
    ['an emptied list', { tags: [] }, '- one\r\n    - "two"', '[]'],
    [
      'a date',
      { publishedAt: new Date('2025-11-01T08:00:00Z') },
      '2025-10-20 09:30',
      '2025-11-01T08:00:00Z',
    ],
    ['a summary under its other name', { summary: 'Few.' }, '>-\r\n  Many\r\n  words.', 'Few.'],
    ['a body', { content: 'Other\nwords.\n' }, '\r\nWords.\r\n', '\r\nOther\r\nwords.\r\n'],
    ['a new key', { draft: true }, '{a:  1}\r\n', '{a:  1}\r\ndraft: true\r\n'],
    ['a meta title', { metaTitle: 'M' }, '{a:  1}\r\n', '{a:  1}\r\nmeta_title: M\r\n'],
    ['a slug from the file name', { slug: 'hi' }, '{a:  1}\r\n', '{a:  1}\r\nslug: hi\r\n'],
  ])('%s', (_, changes, old, expected) => {
    expect(source).toContain(old)
    expect(edit(changes)).toBe(source.replace(old, expected))
  })

  test('a file without search options is as its post has them, but the export adds them', () => {
    const options = {
      metaTitle: 'For search engines',
      metaDescription: 'Described',
      socialImage: '/social.png',
      canonical: 'https://elsewhere.example/a b',
      noindex: true,
    }
    const made = { ...was, ...options }
    expect(isSamePost(was, made)).toBe(true)
    expect(isSamePost({ ...was, metaTitle: '' }, made)).toBe(false)
    const composed = composePostFile(known, made, [])
    expect(composed).toContain('canonical_url: https://elsewhere.example/a%20b\r\nnoindex: true')
    const { post } = readPostFile(known.path, composed)
    expect(post).toMatchObject({ ...options, canonical: 'https://elsewhere.example/a%20b' })
    expect(isSamePost(post, made)).toBe(true)
    expect(composePostFile({ ...known, source: composed }, made, [])).toBe(composed)
    expect(edit({ metaTitle: '', noindex: false })).toBe(source)
  })

  test('adds previous slugs to the existing ones', () => {
    const told = source.replace('other: {a:  1}', 'redirect_from: /2015/first/')
    const composed = composePostFile({ ...known, source: told }, was, ['first', 'second'])
    expect(composed).toBe(told.replace('/2015/first/', '[/2015/first/, second]'))
  })

  test('only one-line flow mappings lose their layout, and their content is kept', () => {
    const braces = '---\n{title: A, date: 2025-10-20, slug: a, mine: {b: [1, 2]}}\n---\nWords.'
    const { post } = readPostFile('a.md', braces)
    const composed = composePostFile({ path: 'a.md', source: braces }, { ...post, title: 'B' }, [])
    expect(parse(composed.split('---')[1] ?? '')).toMatchObject({ title: 'B', mine: { b: [1, 2] } })
  })

  test('adds missing front matter when the title changes, and drops the heading', () => {
    const plain = '# Old\n\nWords.\n'
    const { post } = readPostFile('2025-10-20-a.md', plain)
    expect(
      composePostFile({ path: '2025-10-20-a.md', source: plain }, { ...post, title: 'New' }, []),
    ).toBe('---\ntitle: New\n---\n\nWords.\n')
  })
})

test('exports a post whose stored file has become invalid', () => {
  const file = { path: '2025-10-20-a.md', source: 'Words first.\n\n# A title\n' }
  const made = {
    ...readPostFile('a.md', '---\ntitle: A title\ndate: 2025-10-20\n---\n\nWords first.\n').post,
  }
  expect(readPostFile(file.path, composePostFile(file, made, [])).post).toEqual(made)
})
