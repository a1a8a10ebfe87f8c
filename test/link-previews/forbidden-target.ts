import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A server on every address of this machine that must receive no connections. */
export type ForbiddenTarget = {
  port: number
  /** The local address of each connection. */
  caught: string[]
  close: () => void
}

const targetPorts = [8080, 8443, 80, 443]

/** The reason for skipping a test when the server cannot listen. */
export const noFreePort = `none of the ports ${targetPorts.join(', ')} of this machine is free`

/** True if this machine supports IPv6, at least on loopback. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

/**
 * Returns the addresses that the spellings of this machine may resolve to: loopback, the assigned
 * addresses, and the last one of the loopback block.
 */
function ownAddresses(): string[] {
  const internal = Object.values(networkInterfaces()).flatMap(
    (all) => all?.filter((one) => one.internal) ?? [],
  )
  // A link-local address requires a zone and is not a target.
  return [
    ...new Set([
      ...internal.map(({ address }) => address).filter((address) => !address.startsWith('fe80:')),
      '127.255.255.254',
    ]),
  ]
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * Listens on one address.
 * @returns undefined if the port is in use or not permitted
 */
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
      // An address that the system does not have cannot be reached.
      if (codeOf(error) === 'EADDRNOTAVAIL') continue
      for (const listening of servers) listening.close()
      return undefined
    }
  }
  return servers
}

/**
 * Listens on the first free port that a target may have.
 * @returns undefined if none is free: `noFreePort`
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
