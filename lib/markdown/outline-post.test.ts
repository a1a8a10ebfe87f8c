import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { outlinePost } from './outline-post'
import { renderPostMarkdown } from './render-post-markdown'

const post =
  '# Title\n\n## The *point*\n\nWords[^1]\n\n### Within it\n\n> ## Quoted\n\n## The point\n\n## Comments\n\n## 日本語\n\n[^1]: A note'

test('has the headings of the post itself, in order, under the ids that the page has them', async () => {
  const { headings } = await outlinePost(post)
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
  ['what takes four minutes and a bit', 'word '.repeat(1_000), 4],
  ['nothing', '', 1],
])('%s takes that many minutes', async (_, markdown, minutes) => {
  expect(await outlinePost(markdown)).toMatchObject({ readingMinutes: minutes })
})

test('of a post that cannot be rendered the words of its source', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await outlinePost(`three words here ${'>'.repeat(20_000)}`)).toMatchObject({
    headings: [],
    words: 3,
  })
})
