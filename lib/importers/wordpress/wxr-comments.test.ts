import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Losses } from '@/lib/importers/imported-post'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { wxrComments } from './read-wxr-posts'

/** Returns an imported comment as readers see it, and what of it was lost. */
async function imported(html: string) {
  const fields = {
    id: '1',
    author: 'Ada',
    content: html,
    approved: '1',
    date_gmt: '2020-01-01 00:00:00',
  }
  const entries = Object.entries(fields).map(([name, value]) => [`wp:comment_${name}`, value])
  const item = {
    fields: new Map(),
    meta: new Map(),
    categories: [],
    comments: [new Map(entries as [string, string][])],
  }
  const [comment] = wxrComments(item, {
    losses: new Losses(),
    publishedAt: new Date(0),
    pageUrl: 'https://old.example/post/',
    rewrite: (url) => (url === 'https://old.example/other/' ? '/posts/other' : url),
  })
  const shown = renderToStaticMarkup(await renderCommentMarkdown(comment?.content ?? ''))
  return { shown: shown.replaceAll(/ rel="[^"]*"/g, ''), lost: comment?.lost }
}

test.each([
  [
    'One\ntwo\n\nthree <b>four</b>',
    '<p>One<br/>two</p><p>three <strong>four</strong></p>',
    undefined,
  ],
  [
    '<h2>A <b>heading</b></h2>Words.',
    '<p><strong>A heading</strong></p><p>Words.</p>',
    'markup that comments do not have',
  ],
  [
    'See <img src="https://a.example/cat.png?w=1" alt="a cat">!',
    '<p>See <a href="https://a.example/cat.png?w=1">a cat</a>!</p>',
    'an image in a comment became a link',
  ],
  [
    '<a href="/other/">Other</a> <a href="../three/">three</a>',
    '<p><a href="/posts/other">Other</a> <a href="https://old.example/three/">three</a></p>',
    'a relative link to the old blog, which is now absolute',
  ],
])('shows %s as comments do', async (html, shown, lost) => {
  const comment = await imported(html)
  expect(comment.shown).toBe(shown)
  expect(comment.lost).toEqual(lost === undefined ? [] : [lost])
})
