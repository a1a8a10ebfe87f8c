import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { authSecret, startServer } from '@/test/servers/server'

const server = await startServer({ SITE_URL: 'https://blog.example.org' })

const runDoctor = (variables: Record<string, string> = {}) =>
  promisify(execFile)('npm', ['run', '--silent', 'doctor'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      AUTH_SECRET: authSecret,
      DATABASE_URL: server.databaseUrl,
      SITE_URL: server.url,
      ...variables,
    },
  })

test('npm run doctor shows how this server receives requests', async () => {
  const { stdout } = await runDoctor()
  expect(stdout).toMatch(/^OK +Database +PostgreSQL \d+/m)
  expect(stdout).toMatch(/^OK +Proxy +No proxy; the blog sees the address of each client$/m)
})

test('npm run doctor exits with 1 after an error', async () => {
  await expect(runDoctor({ TRUSTED_PROXY_HOPS: '1' })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Error +Proxy +No proxy adds .* TRUSTED_PROXY_HOPS=0\.$/m),
  })
})

test('refuses requests without a signed token', async () => {
  for (const headers of [{}, { authorization: 'Bearer request.forged' }]) {
    const { response } = await server.request('/api/health/request', { headers })
    expect(response.status).toBe(401)
  }
})
