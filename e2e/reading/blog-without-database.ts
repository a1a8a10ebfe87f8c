import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test as base, expect } from '@/e2e/support/blog'
import { createDatabase, serveBlog } from '@/e2e/support/separate-blog'

/** Starts a TCP proxy in front of the database. `cut` closes it and all its connections. */
async function startDatabaseProxy({
  port,
  hostname,
}: URL): Promise<{ port: number; cut: () => Promise<void> }> {
  const open = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = async () => {
    if (!proxy.listening) return
    const closed = once(proxy, 'close')
    proxy.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return { port: address.port, cut }
}

/** An empty blog whose database can be made unavailable. */
export const test = base.extend<object, { emptyBlog: { url: string; cut: () => Promise<void> } }>({
  emptyBlog: [
    async ({ browserName: _ }, use) => {
      const { url, drop } = await createDatabase('bare')
      const proxy = await startDatabaseProxy(url)
      url.host = `127.0.0.1:${proxy.port}`
      // Ignores its log, which reports the unavailable database as expected.
      const server = await serveBlog(url, {}, 'ignore')
      // On a busy machine, the first connection may time out while the server loads its routes.
      await expect.poll(async () => (await fetch(`${server.url}/api/health`)).status).toBe(200)
      await use({ url: server.url, cut: proxy.cut })
      await server.stop()
      await proxy.cut()
      await drop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ emptyBlog }, use) => use(emptyBlog.url),
})
