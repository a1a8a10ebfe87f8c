import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '@/test/servers/server'

async function startWith(
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['.next/server.mjs'], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}
const good = { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c', AUTH_SECRET: 'x'.repeat(32) }

test.each([
  [{}, ['DATABASE_URL', 'AUTH_SECRET']],
  [{ ...good, DATABASE_URL: 'mysql://a' }, ['DATABASE_URL']],
  [{ ...good, AUTH_SECRET: 'short' }, ['AUTH_SECRET']],
  [
    { ...good, SITE_URL: 'blog.example.org', TRUSTED_PROXY_HOPS: '-1', PORT: 'http' },
    ['SITE_URL', 'TRUSTED_PROXY_HOPS', 'PORT'],
  ],
  [{ ...good, UPSTASH_REDIS_REST_URL: 'https://a.example.org' }, ['UPSTASH_REDIS_REST_TOKEN']],
  [{ ...good, ALLOWED_ORIGINS: 'https://a.example.org,nonsense' }, ['ALLOWED_ORIGINS']],
])('%j does not start, and one line gives the reason', async (environment, names) => {
  const { code, output } = await startWith(environment)
  expect(code).toBe(1)
  expect(output.split('\n')).toHaveLength(1)
  for (const name of names) expect(output).toContain(name)
})

test('reports a port in use in one line', async () => {
  const taken = createServer()
  await once(taken.listen(0), 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, output } = await startWith({ ...good, PORT: port })
  taken.close()
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is already in use`)
})

test('on a signal, it completes active requests and exits', async () => {
  // A page with a preview that is delayed until the server has the signal.
  let onRequest = () => {}
  const isRequested = new Promise<void>((resolve) => (onRequest = resolve))
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const target = createHttpServer((_, response) => {
    onRequest()
    void isReleased.then(() =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Slow but sure</title>'),
    )
  })
  await once(target.listen(0, '127.0.0.1'), 'listening')
  const address = target.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const own = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: origin })
  const preview = own.request(`/api/og-metadata?url=${origin}/`)
  await isRequested
  const exited = once(own.process, 'exit')
  own.process.kill('SIGTERM')
  // Once the server refuses new connections, it has received the signal.
  await expect
    .poll(
      () =>
        fetch(`${own.url}/api/health`).then(
          () => 'open',
          () => 'closed',
        ),
      { interval: 20 },
    )
    .toBe('closed')
  release()
  expect((await preview).json).toMatchObject({ title: 'Slow but sure' })
  expect(await exited).toEqual([0, null])
  target.close()
})
