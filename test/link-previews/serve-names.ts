import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The result for a name: addresses of both families, none, or no response at all. Evaluated for
 * every query.
 */
export type Zone = (name: string) => readonly string[] | 'no such name' | 'silence'

/** A DNS server for tests. */
export type NameServer = {
  /** In the format of `dns.setServers`. */
  address: string
  /** Every query, as `A name` or `AAAA name`. */
  questions: string[]
  close: () => Promise<void>
}

const types = { A: 1, AAAA: 28 } as const
const noSuchName = 3

/**
 * Returns the labels of the question (RFC 1035, 4.1.2), which starts at byte 12 and is never
 * compressed.
 */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Returns a record for the queried name (a pointer to it, 4.1.4), of class IN, with a TTL of 0. */
function recordOf(address: string, type: number): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function responseTo(query: Buffer, lookup: readonly string[] | 'no such name'): Buffer {
  const { type, end } = readQuestion(query)
  const addresses =
    lookup === 'no such name'
      ? []
      : lookup.filter((address) => isIPv6(address) === (type === types.AAAA))
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (lookup === 'no such name' ? noSuchName : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([
    header,
    query.subarray(12, end),
    ...addresses.map((address) => recordOf(address, type)),
  ])
}

/** Starts a DNS server on a free UDP port of this machine for A and AAAA queries. */
export async function serveNames(zone: Zone): Promise<NameServer> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type } = readQuestion(query)
    questions.push(`${type === types.AAAA ? 'AAAA' : 'A'} ${name}`)
    const found = zone(name)
    if (found !== 'silence') socket.send(responseTo(query, found), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const close = async () => {
    socket.close()
    await once(socket, 'close')
  }
  return { address: `127.0.0.1:${socket.address().port}`, questions, close }
}
