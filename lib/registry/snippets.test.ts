import { expect, test } from 'vitest'
import { platforms, snippetOf } from './snippets'

const at = { blog: 'https://talk.example', site: 'http://blog.example:8080' }

test.each(platforms)('the snippet for %s is the code from its guide, with the URLs', (platform) => {
  const { code, include } = snippetOf(platform, at)
  expect(code).toContain('<afterword-comments')
  expect(code).toMatch(/https:\/\/talk\.example(?:\/afterword\.js)?["']/)
  expect(code + include).not.toContain('example.org')
})

test('the link for readers without JavaScript opens the site’s own thread', () => {
  expect(snippetOf('html', at).code).toContain(
    '<a href="https://talk.example/threads/blog.example:8080/hello.html">',
  )
  expect(snippetOf('hugo', at).include).toBe('{{ partial "afterword.html" . }}')
  expect(snippetOf('next', at).include).toContain('http://blog.example:8080/posts/')
})
