import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Somebody who must never be connected to, on every address of this machine. */
export type Prey = {
  port: number
  /** The address that each connection was made to. */
  caught: string[]
  close: () => void
}

const targetPorts = [8080, 8443, 80, 443]

/** Whether this machine has IPv6, on itself at least. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

/**
 * Listens on the first free port that a target may have.
 * @throws where none of them is free: nobody could be seen to connect
 */
export async function listenAsPrey(): Promise<Prey> {
  const caught: string[] = []
  for (const port of targetPorts) {
    const server = createServer((socket) => {
      caught.push((socket.localAddress ?? '').replace(/^::ffff:/, ''))
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>secret</title>')
    })
    try {
      server.listen(port, hasIpv6 ? '::' : '0.0.0.0')
      await once(server, 'listening')
    } catch {
      // Taken, or not ours to take: the next one.
      continue
    }
    return { port, caught, close: () => void server.close() }
  }
  throw new Error(`This machine has none of the ports ${targetPorts.join(', ')} free: nobody could be seen to connect.`)
}
