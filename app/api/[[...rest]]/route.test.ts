import { expect, test } from 'vitest'
import { routes } from '@/test/authorisation/authorised-routes'
import { description } from '@/test/described-responses'
import { startServer } from '@/test/servers/server'

const server = await startServer()

test.each(['GET', 'POST', 'DELETE', 'OPTIONS'])(
  'returns 404 problem details for %s requests to unknown paths',
  async (method) => {
    for (const path of ['/api', '/api/nothing', '/api/comments/12/13', '/api/v1/comments']) {
      const { response, json } = await server.request(path, { method })
      expect(response.status).toBe(404)
      expect(json).toMatchObject({ code: 'not-found', status: 404 })
    }
  },
)

test('returns 200 for health', async () => {
  expect((await server.request('/api/health')).json).toMatchObject({ status: 'ok' })
})

test('returns 200 for the API description with its version', async () => {
  const { text, response } = await server.request('/api/openapi.yaml')
  expect(text).toContain('version: 1.0.0')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('returns 401 for cron routes without the secret', async () => {
  for (const authorization of [undefined, 'Bearer', 'Bearer wrong', 'Basic YTpi']) {
    const { response } = await server.request('/api/cron/purge-pages', {
      method: 'POST',
      headers: authorization ? { authorization } : {},
    })
    expect(response.status).toBe(401)
  }
  const { response } = await server.request('/api/cron/purge-pages', {
    method: 'POST',
    headers: { authorization: 'Bearer test cron secret' },
  })
  expect(response.status).toBe(200)
})

test('openapi.yaml describes exactly the methods of the routes under /api', () => {
  const taken = Object.keys(routes).flatMap((route) => {
    const [method = '', path = ''] = route.split(' ')
    if (!path.startsWith('/api/') || path.includes('[[')) return []
    const described = path
      .replace('/badge/[file]', '/badge/{slug}.svg')
      .replaceAll(/\[(\w+)\]/g, '{$1}')
    return [`${method} ${described}`]
  })
  const operations = Object.entries<Record<string, unknown>>(description.paths).flatMap(
    ([path, methods]) =>
      Object.keys(methods).flatMap((method) =>
        ['parameters', 'options'].includes(method) ? [] : [`${method.toUpperCase()} ${path}`],
      ),
  )
  expect(operations.sort()).toEqual(taken.sort())
})
