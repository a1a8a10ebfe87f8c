import { expect, test } from 'vitest'
import { buildRegistry } from '@/scripts/build-examples'
import { startServer } from '@/test/servers/server'

const origin = 'https://blog.example.org'
const { url } = await startServer({ SITE_URL: origin })

test.each(Object.entries(buildRegistry()))(
  'serves /r/%s with this blog’s address, for every site',
  async (name, source) => {
    const response = await fetch(`${url}/r/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const text = await response.text()
    expect(text).toBe(source.replaceAll('https://comments.example.org', origin))
    expect(text).not.toContain('comments.example.org')
  },
)

test.each(['thread', 'other.json', '__proto__', 'constructor'])('has no /r/%s', async (name) => {
  expect((await fetch(`${url}/r/${name}`)).status).toBe(404)
})
