import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Somebody who must never be connected to, on every address by which this machine reaches itself. */
export type ForbiddenTarget = {
  port: number
  /** The address that each connection was made to. */
  caught: string[]
  close: () => void
}

const targetPorts = [8080, 8443, 80, 443]

/** Why nobody could be seen to connect, where nobody listens. */
export const noFreePort = `this machine has none of the ports ${targetPorts.join(', ')} free: nobody could be seen to connect`

/** Whether this machine has IPv6, on itself at least. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

/** Those of the loopback, with whatever it was given besides, and the last of its block: all that the spellings of this machine mean. Strangers reach none of them. */
function ownAddresses(): string[] {
  const internal = Object.values(networkInterfaces()).flatMap(
    (all) => all?.filter((one) => one.internal) ?? [],
  )
  // One of a link needs its zone, and is no target.
  return [
    ...new Set([
      ...internal.map(({ address }) => address).filter((address) => !address.startsWith('fe80:')),
      '127.255.255.254',
    ]),
  ]
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** @returns undefined where the port is taken, or not ours to take */
async function listenOn(
  port: number,
  serve: (socket: Socket) => void,
): Promise<Server[] | undefined> {
  const servers: Server[] = []
  for (const host of ownAddresses()) {
    const server = createServer(serve)
    try {
      server.listen(port, host)
      await once(server, 'listening')
      servers.push(server)
    } catch (error) {
      // Nobody can be reached at an address that the system does not have.
      if (codeOf(error) === 'EADDRNOTAVAIL') continue
      for (const listening of servers) listening.close()
      return undefined
    }
  }
  return servers
}

/**
 * Listens on the first free port that a target may have.
 * @returns undefined where none of them is free: `noFreePort`
 */
export async function listenAsForbiddenTarget(): Promise<ForbiddenTarget | undefined> {
  const caught: string[] = []
  const serve = (socket: Socket) => {
    caught.push((socket.localAddress ?? '').replace(/^::ffff:/, ''))
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>secret</title>')
  }
  for (const port of targetPorts) {
    const servers = await listenOn(port, serve)
    if (!servers) continue
    const close = () => {
      for (const server of servers) server.close()
    }
    return { port, caught, close }
  }
  return undefined
}
