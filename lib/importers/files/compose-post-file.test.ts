import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { normalizeImportedPost } from '@/lib/importers/normalize-imported-post'
import type { PostDraft } from '@/lib/posts/editing/post-draft'
import { composePostFile } from './compose-post-file'
import { readPostFile } from './read-post-file'
import { isSamePost } from './same-post'

const word = fc.stringMatching(/^[a-zà-öø-ÿ0-9]{1,12}$/).map((text) => text.normalize('NFC'))
/** Whatever a person types in one line, YAML's own signs above all. */
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
    slug: word,
    title: line.filter((title) => title.trim() !== ''),
    summary: line,
    content: text,
    tags: fc.uniqueArray(
      line.map((tag) => tag.trim()).filter((tag) => tag !== ''),
      { maxLength: 4 },
    ),
    draft: fc.boolean(),
    publishedAt: fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    }),
    cover: fc.constantFrom('', '/a b.png', 'https://example.org/ä.png?a=1#b'),
    coverAlt: line,
  })
  // As the admin area and the importers keep it.
  .map((made) => normalizeImportedPost(made).post)

const aliases = fc.uniqueArray(word, { maxLength: 3 })

/** A file as people and their tools write them: with comments, unknown keys, other quotes, and any line ends. */
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
        coverAlt: 'not ours',
        date: publishedAt.toISOString(),
        aliases,
        ...others,
      },
      options,
    )
    const lines =
      `---\n${options.collectionStyle === 'flow' ? '' : '# mine\n'}${yaml}---\n${gap}${content}${tail}`.split(
        '\n',
      )
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

test('a post as it was taken in is the same file, to the byte', () => {
  fc.assert(
    fc.property(file, (source) => {
      const read = readPostFile('a.md', source)
      expect(composePostFile({ path: 'a.md', source }, read.post, read.aliases)).toBe(source)
    }),
    { numRuns: 500 },
  )
})

test('a post that was edited is a file that says so, whatever the file was', () => {
  fc.assert(
    fc.property(file, post, aliases, (source, edited, old) => {
      const names = old.filter((alias) => alias !== edited.slug)
      const composed = composePostFile({ path: 'a.md', source }, edited, names)
      const read = readPostFile('a.md', composed)
      expect(isSamePost(read.post, edited), composed).toBe(true)
      expect(read.aliases).toEqual(expect.arrayContaining(names))
    }),
    { numRuns: 500 },
  )
})

test('a post that came from no file is one that says the same', () => {
  fc.assert(
    fc.property(post, (made) => {
      const source = composePostFile(undefined, made, [])
      expect(isSamePost(readPostFile('a.md', source).post, made), source).toBe(true)
    }),
    { numRuns: 500 },
  )
})

describe('of an edited post, what was not changed stays to the byte:', () => {
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
    ['what was not said', { draft: true }, '{a:  1}\r\n', '{a:  1}\r\ndraft: true\r\n'],
    ['a slug that stood in the name', { slug: 'hi' }, '{a:  1}\r\n', '{a:  1}\r\nslug: hi\r\n'],
  ])('%s', (_, changes, old, expected) => {
    expect(source).toContain(old)
    expect(edit(changes)).toBe(source.replace(old, expected))
  })

  test('old slugs are added to those that are told', () => {
    const told = source.replace('other: {a:  1}', 'redirect_from: /2015/first/')
    const composed = composePostFile({ ...known, source: told }, was, ['first', 'second'])
    expect(composed).toBe(told.replace('/2015/first/', '[/2015/first/, second]'))
  })

  test('the only case where the layout is lost is one line of braces; what it says is kept', () => {
    const braces = '---\n{title: A, date: 2025-10-20, slug: a, mine: {b: [1, 2]}}\n---\nWords.'
    const { post } = readPostFile('a.md', braces)
    const composed = composePostFile({ path: 'a.md', source: braces }, { ...post, title: 'B' }, [])
    expect(parse(composed.split('---')[1] ?? '')).toMatchObject({ title: 'B', mine: { b: [1, 2] } })
  })

  test('a file without front matter gets some when its title changes, and its heading does not stay behind', () => {
    const plain = '# Old\n\nWords.\n'
    const { post } = readPostFile('2025-10-20-a.md', plain)
    expect(
      composePostFile({ path: '2025-10-20-a.md', source: plain }, { ...post, title: 'New' }, []),
    ).toBe('---\ntitle: New\n---\n\nWords.\n')
  })
})

test('a post whose file would be none by the rules of today is handed out all the same', () => {
  const file = { path: '2025-10-20-a.md', source: 'Words first.\n\n# A title\n' }
  const made = {
    ...readPostFile('a.md', '---\ntitle: A title\ndate: 2025-10-20\n---\n\nWords first.\n').post,
  }
  expect(readPostFile(file.path, composePostFile(file, made, [])).post).toEqual(made)
})
