import { expect, test } from 'vitest'
import { startPageWriter } from '@/test/comments/page-writer'

const { server, site, send } = await startPageWriter()

const paths = [
  '/',
  '/page/1',
  '/archive',
  '/tags',
  '/posts/hello',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/comments.xml',
  '/sitemap.xml',
  '/sitemap-1.xml',
  '/sitemap-lists-1.xml',
  '/llms.txt',
  '/search?q=walrus',
  '/api/search?q=walrus',
]

test('pages of other sites and their comments are in no list, feed or search', async () => {
  for (let n = 0; n < 3; n++) {
    const slug = site.slugOf(`/walrus-${n}`)
    await send('POST', '/api/comments', { slug, content: `A walrus, ${n}.`, author_name: 'Ada' })
    await send('POST', '/api/views', { slug })
  }
  await send(
    'POST',
    '/api/comments',
    { slug: 'hello', content: 'About a post.', author_name: 'Ada' },
    {},
  )
  const seen: string[] = []
  for (const path of paths) {
    const text = await (await fetch(server.url + path, { redirect: 'follow' })).text()
    const isEcho = path.includes('q=walrus')
    if ((isEcho ? /A walrus|The walrus/ : /walrus/).test(text)) seen.push(path)
    if (text.includes(site.slugOf(''))) seen.push(path)
  }
  expect(seen).toEqual([])
  const comments = await (await fetch(`${server.url}/comments.xml`)).text()
  expect(comments).toContain('About a post.')
})

test('the slug of a page is not a path of a post', async () => {
  for (const path of ['', '/comments.xml', '/comments/1', '/opengraph-image', '.md']) {
    const slug = encodeURIComponent(site.slugOf('/walrus-0'))
    expect((await fetch(`${server.url}/posts/${slug}${path}`)).status).toBe(404)
  }
})
