import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { outlinePost } from './outline-post'
import { renderPostMarkdown } from './render-post-markdown'

const post =
  '# Title\n\n## The *point*\n\nWords[^1]\n\n### Within it\n\n> ## Quoted\n\n## The ' +
  'point\n\n## Comments\n\n## 日本語\n\n[^1]: A note'

test('returns the post’s own headings in order, with the ids of the page', async () => {
  const { headings } = await outlinePost(post, 'en')
  expect(headings).toEqual([
    { id: 'the-point', text: 'The point', level: 2 },
    { id: 'within-it', text: 'Within it', level: 3 },
    { id: 'the-point-1', text: 'The point', level: 2 },
    { id: 'comments-section', text: 'Comments', level: 2 },
    { id: '日本語', text: '日本語', level: 2 },
  ])
  const html = renderToStaticMarkup(await renderPostMarkdown(post, () => undefined))
  for (const { id } of headings) expect(html).toContain(`id="${id}"`)
})

test.each([
  ['one word', 'Hello', 1],
  ['a text of slightly over four minutes', 'word '.repeat(1_000), 4],
  ['no text', '', 1],
])('calculates the reading time of %s', async (_, markdown, minutes) => {
  expect(await outlinePost(markdown, 'en')).toMatchObject({ readingMinutes: minutes })
})

test('counts the words of the source if a post cannot be rendered', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await outlinePost(`three words here ${'>'.repeat(20_000)}`, 'en')).toMatchObject({
    headings: [],
    words: 3,
  })
})
