import 'server-only'
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { waitFor } from '@/lib/concurrency/wait-for'
import type { Lookup } from './look-up-name'
import { isOwnAddress } from './own-address'
import { isPublicAddress } from './public-address'

/** Bytes. */
const pieceMax = 4_096

/** Headers of 32 kB may be of one letter each, with as many bytes around them. */
const headMax = 262_144

/**
 * Has a connection hand out its first bytes in small pieces, and none once it is closed. undici makes an error, with its
 * stack, for each header beyond the limit, to the end of the piece it was given: of 64 kB of the shortest headers, for 0.2 s.
 */
function readHeadInPieces(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  let readBytes = 0
  socket.read = (size) => {
    if (socket.destroyed) return null
    if (size !== undefined || readBytes >= headMax || socket.readableLength === 0) return read(size)
    const piece = read(Math.min(pieceMax, socket.readableLength))
    readBytes += pieceMax
    return piece
  }
  return socket
}

/** One attempt. A second address of the name must still have its chance within the budget of a fetch. */
const connectTimeoutMs = 2_000

const connect = buildConnector({
  // Node would otherwise race the addresses of a name, and here there is but one, which was judged.
  autoSelectFamily: false,
  // Also where the environment says otherwise (NODE_TLS_REJECT_UNAUTHORIZED).
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

export type ConnectOptions = {
  /** Whether any address will do. */
  isExempt: boolean
  lookup: Lookup
  signal: AbortSignal
}

/** Whether a stranger may be sent there: to the public internet, and not back to ourselves. */
function isAllowed(address: string): boolean {
  return isPublicAddress(address) && !isOwnAddress(address)
}

/** The addresses to try, one of each family. A literal address is never looked up, so it has to be judged here too. */
async function findAddresses(
  hostname: string,
  { isExempt, lookup, signal }: ConnectOptions,
): Promise<string[]> {
  const addresses = isIP(hostname) === 0 ? await lookup(hostname, signal) : [hostname]
  // One bad answer among good ones condemns the name: it may be rebinding.
  if (!isExempt && !addresses.every(isAllowed))
    throw new Error('the name leads off the public internet')
  const one = [addresses.find(isIPv4), addresses.find(isIPv6)].filter(
    (address) => address !== undefined,
  )
  if (one.length === 0) throw new Error('the name has no address')
  return one
}

/**
 * How undici gets its socket: one lookup, all its answers judged, and a connection to the very address that was judged,
 * so that no second lookup can lead elsewhere.
 *
 * @returns a connector that fails where the name has no address, or any that is not public
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
        throw new Error('the connection leads off the public internet')
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
