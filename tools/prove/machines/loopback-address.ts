import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Scene } from '@/tools/prove/scene'

/**
 * An address for documentation (RFC 5737), which responds only if a network responds for
 * every address.
 */
const unusedAddress = '203.0.113.1'
/** The ports of cloud metadata services, some of which also serve DNS. */
const probedPorts = [80, 53]
const responseLimitMs = 1_500

const ip = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' })

/** Resolves with true if the host accepts or refuses a connection; both are responses. */
async function isAnswered(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port })
  const timeout = setTimeout(() => socket.destroy(new Error('silence')), responseLimitMs)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')
    )
  } finally {
    clearTimeout(timeout)
    socket.destroy()
  }
}

/**
 * Resolves with true if another host has this address. Excludes networks that respond for every
 * address.
 */
export async function hostExistsAt(address: string, nobody = unusedAddress): Promise<boolean> {
  const responses = await Promise.all(
    probedPorts.map(
      async (port) => (await isAnswered(address, port)) && !(await isAnswered(nobody, port)),
    ),
  )
  return responses.includes(true)
}

/**
 * Adds an address to the loopback interface until the part ends. Requires root, Linux, and an
 * unused address, because a real host would be unreachable in the meantime.
 * @returns the reason for a failure; undefined if the address was added
 */
export async function addAddress(scene: Scene, address: string): Promise<string | undefined> {
  const isAssigned = () =>
    Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  if (isAssigned()) return undefined
  if (await hostExistsAt(address))
    return `another host responds at ${address}, so it was not added to this machine`
  const { status, stderr, error } = ip('address', 'add', `${address}/32`, 'dev', 'lo')
  if (status === 0)
    scene.onEnd(() => execFileSync('ip', ['address', 'del', `${address}/32`, 'dev', 'lo']))
  return isAssigned()
    ? undefined
    : `${address} could not be added to this machine: ${(error?.message ?? stderr).trim()}`
}

/**
 * Makes connections to an address fail immediately, before anything is sent, until the part ends.
 * @returns the reason for a failure; undefined if connections fail
 */
export function refuseRoute(scene: Scene, address: string): string | undefined {
  const { status, stderr, error } = ip('route', 'add', 'unreachable', `${address}/32`)
  if (status === 0) scene.onEnd(() => ip('route', 'del', 'unreachable', `${address}/32`))
  // Connections also fail without any route, or if a killed run left this route behind.
  const route = ip('route', 'get', address)
  const isRefused = route.error === undefined && route.status !== 0
  return isRefused
    ? undefined
    : `connections to ${address} could leave this ` +
        `machine: ${(error?.message ?? stderr).trim()}`
}
