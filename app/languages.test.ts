import { load } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database, purge } = await startServerWithDatabase()

// The blog and its readers write in Hebrew letters, and the interface has no Yiddish translation,
// so any Latin text belongs to the interface.
const content = `## חלק ראשון

מילים.[^1] מילים.

## חלק שני

\`\`\`
123
\`\`\`

## חלק שלישי

| א | ב |
|---|---|
| ג | ד |

[^1]: הערה.`

beforeAll(async () => {
  await database.query(`INSERT INTO blog_settings (id, name, author, description, language,
    navigation)
    VALUES (1, 'יומן', 'דנה', 'על מילים.', 'yi', '[{"text": "אודות", "href": "/posts/post-1"}]')
    ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, author = excluded.author, description = excluded.description,
      language = excluded.language, navigation = excluded.navigation`)
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     SELECT 'post-' || n, 'שלום', 'תקציר.', $1, '{תגית}', date '2025-10-01' - n
     FROM generate_series(1, 23) AS n`,
    [content],
  )
  // Creates a year with more posts than one page shows.
  await database.query(`INSERT INTO posts (slug, title, content, published_at)
    SELECT 'crowd-' || n, 'שלום', 'מילים.', timestamptz '2012-01-01' + n * interval '12 hours'
    FROM generate_series(0, 400) AS n`)
  await database.query(`INSERT INTO comments (id, post_id, parent_id, status, author_name, content)
    SELECT id, (SELECT id FROM posts WHERE slug = 'post-1'), parent, status::comment_status, author,
    text
      FROM (VALUES (1, NULL, 'published', 'רות', 'כן.'), (2, 1, 'published', 'נעמי', 'לא.'),
      (3, NULL, 'deleted', '', ''), (4, 3, 'published', 'יעל', 'אולי.'))
        AS comment(id, parent, status, author, text)`)
})

/** Attributes that screen readers announce or browsers show. */
const spoken = ['aria-label', 'title', 'alt', 'placeholder']
const latin = /\p{Script=Latin}/u
const hebrew = /\p{Script=Hebrew}/u

/** Returns the texts of a page whose declared language does not match their script. */
function misread(html: string, hebrewIs = 'yi'): string[] {
  const $ = load(html)
  const errors = new Set<string>()
  const judge = (text: string, language: string | undefined) => {
    // An attribute has one language, so a name within an interface sentence counts as interface
    // text.
    const known = language?.replace('en-GB', 'en')
    const expected = latin.test(text) ? 'en' : hebrew.test(text) ? hebrewIs : known
    if (known !== expected) errors.add(`${language}: ${text.trim()}`)
  }
  $('body *').each((_, element) => {
    const language = $(element).closest('[lang]').attr('lang')
    // Dates are in the language of the blog, but some time zones have no translated name.
    if ($(element).closest('time').length > 0) return
    for (const name of spoken) judge($(element).attr(name) ?? '', language)
    if ($(element).closest('[aria-hidden="true"], script, style, code').length > 0) return
    for (const node of $(element).contents()) if (node.type === 'text') judge(node.data, language)
  })
  return [...errors]
}

test.each([
  '/',
  '/page/2',
  '/posts/post-1',
  '/posts/post-2',
  '/posts/post-1/comments/newest',
  '/posts/post-1/comments/2',
  '/posts/post-1/comments/2/reply',
  '/comments/1/report',
  '/comments/1/report?done=reported',
  '/tags',
  '/tags/%D7%AA%D7%92%D7%99%D7%AA',
  '/archive',
  '/archive/2012',
  '/archive/2012/03',
  '/search',
  '/search?q=%D7%A9%D7%9C%D7%95%D7%9D',
  '/search?q=%D7%93%D7%93%D7%93',
  '/privacy',
  '/privacy/your-data',
  '/nowhere',
])(
  '%s of a Yiddish blog marks the blog’s text as Yiddish and the interface as English',
  async (path) => {
    const html = await (await fetch(server.url + path)).text()
    expect(html).toContain('<html lang="yi" dir="rtl"')
    expect(html).toContain('יומן')
    expect(misread(html)).toEqual([])
  },
)

test('a Hebrew post on an English blog is marked as Hebrew', async () => {
  await database.query(
    `UPDATE blog_settings SET language = 'en-GB', name = '', author = '', navigation = '[]'`,
  )
  const readAgain = async () => {
    await purge()
    return (await (await fetch(`${server.url}/posts/post-3`)).text()).slice(0, 100)
  }
  await expect.poll(readAgain, { timeout: 20_000, interval: 1_000 }).toContain('<html lang="en-GB"')
  const article = load(await (await fetch(`${server.url}/posts/post-3`)).text())('article.post')
  expect(misread(`<body>${article.prop('outerHTML')}</body>`, 'he')).toEqual([])
})
