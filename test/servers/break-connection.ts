import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a TCP proxy in front of a database. It drops a connection when the client sends the given
 * text, as if the server were killed.
 * @returns the URL of the database through the proxy
 */
export async function breakConnectionOn(text: string, databaseUrl: string): Promise<string> {
  const { hostname, port } = new URL(databaseUrl)
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('data', (data) => {
      if (!data.includes(text)) return void server.write(data)
      client.destroy()
      server.destroy()
    })
    client.on('close', () => server.destroy())
    server.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address?.port)
  return url.href
}
