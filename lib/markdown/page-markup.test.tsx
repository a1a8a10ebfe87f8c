import { expect, test } from 'vitest'
import { LinkCard } from '@/components/link-previews/link-card'
import { toPageMarkup } from './page-markup'
import { renderPostMarkdown } from './render-post-markdown'

const previewOf = async (markdown: string) =>
  toPageMarkup(
    await renderPostMarkdown(
      markdown,
      (url) => (
        <LinkCard
          href={url}
          preview={{ title: '<b>', description: '', image: '', siteName: 'S', url, favicon: '/f' }}
        />
      ),
      { marksLines: true },
    ),
  )

test('sets the source line on each block, including cards and list items', async () => {
  const html = await previewOf(
    '# One\n\nwords\nand more\n\n- a\n- b\n\nhttps://a.example/\n\n```js\n1\n```\n\n| a ' +
      '|\n| - |\n| b |',
  )
  expect(
    [...html.matchAll(/<(\w+)[^>]* data-line="(\d+)"/g)].map(([, tag, line]) => `${tag} ${line}`),
  ).toEqual(['h1 1', 'p 3', 'li 6', 'li 7', 'div 9', 'pre 11', 'tr 15', 'tr 17'])
})

test('renders components with their text escaped', async () => {
  const html = await previewOf('https://a.example/')
  expect(html).toContain('class="link-card font-sans"')
  expect(html).toContain('&lt;b&gt;')
  expect(html).not.toContain('<b>')
  expect(html).toContain('referrerpolicy="no-referrer"')
})

test('contains nothing executable', async () => {
  const html = await previewOf(
    '<img src=x onerror=alert(1)><script>alert(1)</script>\n\n[x](javascript:alert(1))',
  )
  expect(html).not.toMatch(/onerror|<script|javascript:/)
  expect(await toPageMarkup(<button type="button" onClick={() => {}} title={'"><script>'} />)).toBe(
    '<button type="button" title="&quot;&gt;&lt;script&gt;"></button>',
  )
})

test('sets no source lines outside the preview', async () => {
  expect(await toPageMarkup(await renderPostMarkdown('words', () => undefined))).toBe(
    '<p>words</p>',
  )
})
