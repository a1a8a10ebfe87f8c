import { expect, test } from 'vitest'
import { includes, platforms, snippetOf } from './snippets'

const at = { blog: 'https://talk.example', host: 'blog.example.org' }

test.each(platforms)('the snippet for %s loads the embed from this blog', (platform) => {
  const snippet = snippetOf(platform, at)
  expect(snippet).toContain('https://talk.example/afterword.js')
  expect(snippet).toContain('afterword-comments')
})

test('templates link to the thread’s plain page for readers without JavaScript', () => {
  expect(snippetOf('hugo', at)).toContain(
    '<a href="https://talk.example/threads/blog.example.org{{ .RelPermalink }}">',
  )
  expect(snippetOf('jekyll', at)).toContain('blog.example.org{{ page.url | relative_url }}">')
  expect(snippetOf('eleventy', at)).toContain('blog.example.org{{ page.url }}">')
  expect(snippetOf('astro', at)).toContain(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Astro evaluates it.
    '<a href={`https://talk.example/threads/blog.example.org${Astro.url.pathname}`}>',
  )
  expect(includes.hugo).toContain('comments.html')
})
