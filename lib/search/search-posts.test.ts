import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { forgetUnusedWords } from './forget-unused-words'
import { searchPosts } from './search-posts'
import { splitWords } from './split-words'

await ownDatabase()

const slugsFor = async (typed: string) => (await searchPosts(typed, 1)).hits.map(({ slug }) => slug)
const markedIn = (parts: { text: string; is_marked: boolean }[]) =>
  parts.filter(({ is_marked }) => is_marked).map(({ text }) => text)

const addMany = (content: string) =>
  db().post.createMany({
    data: Array.from({ length: 25 }, (_, index) => ({
      slug: `many-${index}`,
      title: `Plenty ${index}`,
      content,
      publishedAt: new Date(Date.UTC(2025, 0, 1 + index)),
    })),
  })

beforeAll(async () => {
  await addPost('threads', {
    title: 'How a thread is read',
    content: 'Comments stand in **threads**, six levels deep.',
  })
  await addPost('views', {
    title: 'Counting views',
    content: 'A view is counted once. It is no thread. See [this](https://hidden.example).',
  })
  await addPost('brulee', { title: 'Crème brûlée', content: 'Sugar, STRASSE and Привет мир.' })
  await addPost('tokyo', {
    title: '東京タワー',
    content: '港区にある電波塔である。ภาษาไทยเขียนติดกัน 🎉',
  })
  await addPost('hangul', { title: '한국어', content: '서울에서 부산까지' })
  await addPost('draft', { title: 'Secret thread', content: 'unpublishedword', draft: true })
  await addPost('later', {
    title: 'Later thread',
    content: 'scheduledword',
    publishedAt: new Date(Date.now() + 60_000),
  })
  await db().post.update({
    where: { slug: 'views' },
    data: { tags: ['C++', 'metrics'], summary: 'On honest numbers' },
  })
})

describe('matching', () => {
  test('ranks a word in a title above one in a text', async () => {
    expect(await slugsFor('thread')).toEqual(['threads', 'views'])
  })

  test('finds a post by its tags and its summary', async () => {
    expect(await slugsFor('metrics')).toEqual(['views'])
    expect(await slugsFor('honest')).toEqual(['views'])
  })

  test('matches the last word as a prefix unless a space follows', async () => {
    expect(await slugsFor('coun')).toEqual(['views'])
    expect(await slugsFor('coun ')).toEqual([])
  })

  test('ignores case and accents', async () => {
    expect(await slugsFor('creme BRULEE')).toEqual(['brulee'])
    expect(await slugsFor('привет')).toEqual(['brulee'])
  })

  test.each(['東京', '東', 'タワー', '電波塔', 'ไทย', '부산', '🎉'])(
    'finds %s inside text without word boundaries',
    async (typed) => {
      const { hits, similar_words } = await searchPosts(typed, 1)
      expect(hits).toHaveLength(1)
      expect(similar_words).toEqual([])
      expect(markedIn([...(hits[0]?.title ?? []), ...(hits[0]?.excerpt ?? [])])).toContain(typed)
    },
  )

  test('never finds words of drafts and scheduled posts, nor similar ones', async () => {
    for (const typed of [
      'unpublishedword',
      'unpublishedwort',
      'scheduledword',
      'scheduledwort',
      'secret',
      'hidden.example',
    ]) {
      expect(await searchPosts(typed, 1)).toEqual({
        hits: [],
        count: 0,
        has_older: false,
        similar_words: [],
      })
    }
  })
})

describe('operators', () => {
  test('matches a phrase as adjacent words', async () => {
    expect(await slugsFor('"view is counted"')).toEqual(['views'])
    expect(await slugsFor('"counted is view"')).toEqual([])
    expect(await slugsFor('“view is counted”')).toEqual(['views'])
  })

  test('excludes with a minus, and matches either side of OR', async () => {
    expect(await slugsFor('thread -counted')).toEqual(['threads'])
    expect((await slugsFor('tower OR counting OR creme')).sort()).toEqual(['brulee', 'views'])
  })

  test('rejects a query without words or with only excluded words', async () => {
    for (const typed of ['-thread', '!!! ???', '"', '""', ' ', '-', 'OR']) {
      await expect(searchPosts(typed, 1)).rejects.toMatchObject({ code: 'invalid-parameters' })
    }
  })
})

describe('forms of a word', () => {
  const add = (slug: string, content: string) => addPost(`form-${slug}`, { content, title: 'Form' })
  const setLanguage = async (language: string) => {
    await db().blogSettings.upsert({ where: { id: 1 }, update: { language }, create: { language } })
  }
  const marked = async (typed: string) =>
    (await searchPosts(typed, 1)).hits.flatMap(({ excerpt }) => markedIn(excerpt))

  beforeAll(async () => {
    for (const [slug, content] of [
      ['one', 'A needle alone.'],
      ['many', 'Three needles and three ads.'],
      ['longer', 'A needlework.'],
      ['verb', 'They try it.'],
      ['verbs', 'She tries it.'],
      ['haus', 'Ein Haus.'],
      ['haeuser', 'Viele Häuser.'],
      ['paris', 'Une journée désirée.'],
      ['dom', 'Новая книга.'],
    ] as const) {
      await add(slug, content)
    }
  })
  afterAll(async () => {
    await db().post.deleteMany({ where: { slug: { startsWith: 'form-' } } })
    await setLanguage('')
  })

  test('finds the same posts in the same order for each form, and marks all forms', async () => {
    const found = ['form-many', 'form-one']
    expect((await slugsFor('needle ')).sort()).toEqual(found)
    expect(await slugsFor('needles')).toEqual(await slugsFor('needle '))
    expect((await marked('needles')).sort()).toEqual(['needle', 'needles'])
    expect(await slugsFor('thread')).toEqual(await slugsFor('threads'))
    expect((await slugsFor('ad ')).sort()).toEqual(['form-many'])
    for (const typed of ['try ', 'tries', 'tried'])
      expect((await slugsFor(typed)).sort(), typed).toEqual(['form-verb', 'form-verbs'])
  })

  test('lists a longer word that begins with the typed one last', async () => {
    expect((await slugsFor('needle')).at(-1)).toBe('form-longer')
    expect(await slugsFor('needle')).toHaveLength(3)
  })

  test('excludes all forms of an excluded word, and finds either side of OR', async () => {
    expect(await slugsFor('form -needles -try')).not.toEqual(expect.arrayContaining(['form-one']))
    expect((await slugsFor('needle OR tried')).sort()).toEqual([
      'form-many',
      'form-one',
      'form-verb',
      'form-verbs',
    ])
  })

  test('matches a phrase exactly as it was typed', async () => {
    expect(await slugsFor('"three needles"')).toEqual(['form-many'])
    expect(await slugsFor('"three needle"')).toEqual([])
  })

  test('does not report another form of a word as a similar word', async () => {
    expect((await searchPosts('needling', 1)).similar_words).toEqual([])
  })

  test.each([
    ['de-CH', 'Haus', ['form-haeuser', 'form-haus']],
    ['fr', 'journees desirees', ['form-paris']],
    ['nb', 'huset ', []],
    ['ja', 'needles', ['form-many']],
    ['en', 'Häuser', ['form-haeuser']],
  ])('follows the language of the blog at once: %s, %s', async (language, typed, slugs) => {
    await setLanguage(language)
    expect((await slugsFor(typed)).sort()).toEqual(slugs)
  })

  test.each(['книгой', 'книги', 'нового', 'новый', 'новой'])(
    'finds a Russian word by its form %s',
    async (typed) => {
      await setLanguage('ru')
      expect(await slugsFor(typed)).toEqual(['form-dom'])
    },
  )
})

describe('mistyped words', () => {
  test('allow no error up to four letters, one from five, two from eight', async () => {
    await addPost('errors', { content: 'They came here and care. Houses, mountains.' })
    const similar = async (typed: string) => (await searchPosts(typed, 1)).similar_words
    expect(await searchPosts('café', 1)).toEqual({
      hits: [],
      count: 0,
      has_older: false,
      similar_words: [],
    })
    expect(await similar('hosues')).toContain('houses')
    expect(await similar('hoseus')).toEqual([])
    expect(await similar('mounatnis')).toContain('mountains')
    await db().post.delete({ where: { slug: 'errors' } })
  })

  test.each([
    ['trhead', 'thread'],
    ['commnets', 'comments'],
    ['sugra', 'sugar'],
  ])('%s finds %s and reports it as a similar word', async (typed, meant) => {
    const { hits, similar_words } = await searchPosts(typed, 1)
    expect(hits).not.toEqual([])
    expect(similar_words).toContain(meant)
    expect(
      hits
        .flatMap(({ title, excerpt }) => markedIn([...title, ...excerpt]))
        .join(' ')
        .toLowerCase(),
    ).toContain(meant)
  })

  test('have result pages like exact matches', async () => {
    await addMany('plentyword')
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((page) => searchPosts('plentywrod', page)),
    )
    expect([first?.hits.length, second?.hits.length, third?.hits.length]).toEqual([20, 5, 0])
    for (const page of [first, second, third])
      expect(page).toMatchObject({ count: 25, similar_words: ['plentyword', 'plenty'] })
    await db().post.deleteMany({ where: { slug: { startsWith: 'many-' } } })
  })

  test('are compared in one statement for twelve words', async () => {
    const executed = vi.spyOn(db(), '$queryRaw')
    await searchPosts(
      'trhead commnets sugra counitng qqqqone qqqqtwo qqqqthree qqqqfour qqqqfive qqqqsix ' +
        'qqqqseven qqqqeight',
      1,
    )
    // Word forms, the exact search, similar words, the posts with those, and the blog's pages.
    expect(executed.mock.calls.length).toBeLessThanOrEqual(5)
    executed.mockRestore()
  })

  test('ignore and delete words that were saved half-typed', async () => {
    const halves = Array.from(
      { length: 60 },
      (_, index) => `thraed${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
    )
    const { id } = await addPost('typing', { content: `${halves.join(' ')} thraead` })
    await db().post.update({ where: { id }, data: { content: 'nothing of it' } })
    expect((await searchPosts('thraed', 1)).similar_words).toContain('thread')
    expect(await forgetUnusedWords()).toBeGreaterThanOrEqual(61)
    const words = (await db().postWord.findMany()).map(({ word }) => word)
    expect(words).toEqual(
      expect.arrayContaining(['thread', 'comments', 'scheduledword', 'nothing']),
    )
    expect(words.filter((word) => word.startsWith('thrae'))).toEqual([])
    await db().post.delete({ where: { id } })
  })

  test('are not compared with words that only deleted or unpublished posts have', async () => {
    const kept = async () =>
      (
        await db().postWord.findMany({
          where: { word: { startsWith: 'letgo' } },
          orderBy: { word: 'asc' },
        })
      ).map(({ word }) => word)
    const add = (slug: string, content: string, at: string) =>
      addPost(slug, { content, publishedAt: new Date(at) })
    const gone = await add('gone', 'letgoone letgotwo letgothree', '2025-11-01')
    const drafted = await add('drafted', 'letgofive', '2025-11-01')
    const other = await add('other', 'letgotwo letgothree letgofour', '2001-01-01')
    await db().post.delete({ where: { id: gone.id } })
    await db().post.update({ where: { id: drafted.id }, data: { draft: true } })
    await forgetUnusedWords()
    expect(await kept()).toEqual(['letgofour', 'letgothree', 'letgotwo'])
    await db().post.deleteMany({ where: { id: { in: [drafted.id, other.id] } } })
    await forgetUnusedWords()
    expect(await kept()).toEqual([])
  })

  test('find nothing without a similar word', async () => {
    expect(await searchPosts('xylophonequartz', 1)).toEqual({
      hits: [],
      count: 0,
      has_older: false,
      similar_words: [],
    })
  })
})

test('shows an excerpt around the first match, without Markdown marks', async () => {
  const [hit] = (await searchPosts('levels', 1)).hits
  expect(hit?.excerpt).toEqual([
    { text: 'Comments stand in threads, six ', is_marked: false },
    { text: 'levels', is_marked: true },
    { text: ' deep.', is_marked: false },
  ])
})

test('returns 20 posts per page, and the total number on each page', async () => {
  await addMany('plentyword')
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map((page) => searchPosts('plentyword', page)),
  )
  expect([first?.hits.length, second?.hits.length, third?.hits.length]).toEqual([20, 5, 0])
  expect([first?.count, second?.count, third?.count]).toEqual([25, 25, 25])
  expect(first?.hits[0]?.slug).toBe('many-24')
  expect(
    new Set([...(first?.hits ?? []), ...(second?.hits ?? [])].map(({ slug }) => slug)).size,
  ).toBe(25)
  await db().post.deleteMany({ where: { slug: { startsWith: 'many-' } } })
})

test('saves a post of 1 MB and finds it by its title', async () => {
  for (const content of [
    'word '.repeat(200_000),
    Array.from({ length: 90_000 }, (_, index) => `w${index.toString(36)}x`).join(' '),
    '東京都'.repeat(100_000),
  ]) {
    await addPost('huge', { title: 'Hugetitle', content })
    expect(await slugsFor('hugetitle')).toEqual(['huge'])
    await db().post.delete({ where: { slug: 'huge' } })
  }
})

test('returns a page of hits or one clear error for any query', {
  timeout: 60_000,
}, async () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          '"',
          '-',
          'OR',
          "'",
          '\\',
          ':*',
          '&',
          '|',
          '!',
          '<->',
          '(',
          ')',
          '%',
          ';',
          '.*',
          'thread',
          '東',
          'é',
          ' ',
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(
      nasty.filter((text) => !text.includes('\0')),
      async (typed) => {
        try {
          const { hits, count } = await searchPosts(typed, 1)
          expect(count).toBeGreaterThanOrEqual(hits.length)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid-parameters' })
        }
      },
    ),
    { numRuns: isNightly ? 300 : 20 },
  )
})

/** Letters of many scripts, and characters between them. */
const letters = [
  ...'aZéßØœığΣςΩώйЁїאבּגأحَمدहिन्दीবাংলাதமிழ்ไทยກລາວမြန်မាខ្មែរ東京都あガｶ한국🎉½①Ⅷ9 -_.,/\n\u200d',
]

test('finds a post by each of its words in any script', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 30 }),
      async (chosen) => {
        const content = chosen.join('')
        await db().post.deleteMany({ where: { slug: 'any-script' } })
        await addPost('any-script', { content, title: 'Any' })
        for (const { start, end } of splitWords(content)) {
          const typed = `"${content.slice(start, end)}"`
          expect(await slugsFor(typed), typed).toContain('any-script')
        }
      },
    ),
    { numRuns: isNightly ? 100 : 10, interruptAfterTimeLimit: 20_000 },
  )
})
