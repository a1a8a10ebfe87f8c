import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Losses } from '@/lib/importers/imported-post'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { wxrComments } from './read-wxr-posts'

/** Returns an imported comment as readers see it, and what of it was lost. */
async function imported(html: string) {
  const fields = { id: '1', content: html, approved: '1', date_gmt: '2020-01-01 00:00:00' }
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
    rewriter: () => (address) => address,
  })
  const shown = renderToStaticMarkup(await renderCommentMarkdown(comment?.content ?? ''))
  return { shown: shown.replaceAll(/ rel="[^"]*"/g, ''), lost: comment?.lost }
}

test.each([
  [
    '<h2>A heading</h2>Words.',
    '<p><strong>A heading</strong></p><p>Words.</p>',
    'a heading in a comment became bold text',
  ],
  [
    '<h2>A <b>heading</b></h2>Words.',
    '<p><strong>A heading</strong></p><p>Words.</p>',
    'a heading in a comment became bold text',
  ],
  [
    'See <img src="https://a.example/cat.png?w=1" alt="a cat">!',
    '<p>See <a href="https://a.example/cat.png?w=1">a cat</a>!</p>',
    'an image in a comment became a link',
  ],
  [
    '<img src="https://a.example/cat.png">',
    '<p><a href="https://a.example/cat.png">cat.png</a></p>',
    'an image in a comment became a link',
  ],
  [
    '<img src="data:image/png;base64,AAAA" alt="a dot">',
    '<p>a dot</p>',
    'an image in a comment became its description',
  ],
  [
    '<a href="https://a.example/"><img src="https://a.example/cat.png" alt="a cat"></a>',
    '<p><a href="https://a.example/">a cat</a></p>',
    'an image in a comment became its description',
  ],
  [
    '<figure><img src="/cat.png" alt="a cat"><figcaption>Mia</figcaption></figure>',
    '<p><a href="/cat.png">a cat</a></p><p><em>Mia</em></p>',
    'an image in a comment became a link',
  ],
  [
    '<table><tr><th>One</th><th>Two</th></tr><tr><td colspan="2">1 &lt; 2</td></tr></table>',
    '<p>One | Two<br/>1 &lt; 2</p>',
    'a table in a comment became lines of text',
  ],
  ['One.<hr>Two.', '<p>One.</p><p>Two.</p>', 'a horizontal line in a comment'],
  ['H<sub>2</sub>O', '<p>H2O</p>', 'the <sub> markup of some text'],
  [
    '<details><summary>More</summary>Words.</details>',
    '<p>More</p><p>Words.</p>',
    'the <details> markup of some text',
  ],
])('shows %s without markup that comments do not have', async (html, shown, lost) => {
  const comment = await imported(html)
  expect(comment.shown).toBe(shown)
  expect(comment.lost).toContain(lost)
})
