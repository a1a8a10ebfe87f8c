import 'server-only'
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { buildConnector } from 'undici'
import { waitFor } from '@/lib/concurrency/wait-for'
import type { Lookup } from './look-up-name'
import { isPublicAddress } from './public-address'

const pieceBytesMax = 4_096

/** Limit in bytes. Headers of 32 kB can have several times as many bytes of syntax around them. */
const headBytesMax = 262_144

/**
 * Makes a socket deliver its first bytes in small pieces, and none once it is closed. For each
 * header beyond the limit, undici creates an error with its stack, up to the end of the current
 * chunk. A 64 kB chunk of minimal headers blocked for 0.2 s.
 */
function readHeadInPieces(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  let readBytes = 0
  socket.read = (size) => {
    if (socket.destroyed) return null
    if (size !== undefined || readBytes >= headBytesMax || socket.readableLength === 0)
      return read(size)
    const piece = read(Math.min(pieceBytesMax, socket.readableLength))
    readBytes += pieceBytesMax
    return piece
  }
  return socket
}

/** The time limit of one attempt, which leaves time for a second address. */
const connectTimeoutMs = 2_000

const connect = buildConnector({
  // There is only one address here, which has been checked, so disable Happy Eyeballs.
  autoSelectFamily: false,
  // Applies even if NODE_TLS_REJECT_UNAUTHORIZED is set.
  rejectUnauthorized: true,
  maxCachedSessions: 0,
  timeout: connectTimeoutMs,
})

function connectTo(address: string, options: buildConnector.Options): Promise<Socket> {
  const name = options.hostname.replace(/\.$/, '')
  const servername = isIP(name) === 0 ? { servername: name } : {}
  return new Promise((resolve, reject) => {
    connect({ ...options, ...servername, hostname: address }, (...[error, socket]) => {
      if (error) reject(error)
      else resolve(socket)
    })
  })
}

/** Returns whether an address belongs to this machine, whose services may trust it. */
export function isOwnAddress(
  address: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): boolean {
  const own = new BlockList()
  for (const addresses of Object.values(interfaces)) {
    for (const { address: one, family } of addresses ?? [])
      own.addAddress(one, family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

export type ConnectOptions = {
  /** Allows every address. */
  isExempt: boolean
  lookup: Lookup
  signal: AbortSignal
}

function isAllowed(address: string): boolean {
  return isPublicAddress(address) && !isOwnAddress(address)
}

/** Returns the addresses to try, one of each family. Checks literal addresses, too. */
async function findAddresses(
  hostname: string,
  { isExempt, lookup, signal }: ConnectOptions,
): Promise<string[]> {
  const addresses = isIP(hostname) === 0 ? await lookup(hostname, signal) : [hostname]
  // A single private address rejects the name, because it may be DNS rebinding.
  if (!isExempt && !addresses.every(isAllowed))
    throw new Error('the name has an address that is not public')
  const one = [addresses.find(isIPv4), addresses.find(isIPv6)].filter(
    (address) => address !== undefined,
  )
  if (one.length === 0) throw new Error('the name has no address')
  return one
}

/**
 * Creates undici's connector. Looks up the name once, checks all addresses, and connects to exactly
 * the checked address, so that a second lookup cannot lead elsewhere.
 *
 * @returns a connector that fails if the name has no address, or any that is not public
 */
export function publicConnector(options: ConnectOptions): buildConnector.connector {
  const { isExempt, signal } = options

  async function open(target: buildConnector.Options): Promise<Socket> {
    let failure: unknown
    for (const address of await waitFor(findAddresses(target.hostname, options), signal)) {
      signal.throwIfAborted()
      try {
        const socket = await connectTo(address, target)
        if (isExempt || isAllowed(socket.remoteAddress ?? '')) return readHeadInPieces(socket)
        socket.destroy()
        throw new Error('the connection is to an address that is not public')
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return (target, callback) => {
    open(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}
