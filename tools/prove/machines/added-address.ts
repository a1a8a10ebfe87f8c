import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Scene } from '@/tools/prove/scene'

/** Of documentation (RFC 5737): nobody is there, except where a network answers in everyone's place. */
const nobodysAddress = '203.0.113.1'
/** What a cloud's machine asks its metadata, and on some its names, of. */
const askedPorts = [80, 53]
const answeredWithinMs = 1_500

const ip = (...words: string[]) => spawnSync('ip', words, { encoding: 'utf8' })

/** Whether somebody takes a connection there, or refuses it: either is an answer. */
async function isAnswered(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port })
  const timeout = setTimeout(() => socket.destroy(new Error('silence')), answeredWithinMs)
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

/** Whether somebody else has this address; one who answers for whoever is asked, as some networks do, says nothing of it. */
export async function isSomebodyAt(address: string, nobody = nobodysAddress): Promise<boolean> {
  const answers = await Promise.all(
    askedPorts.map(
      async (port) => (await isAnswered(address, port)) && !(await isAnswered(nobody, port)),
    ),
  )
  return answers.includes(true)
}

/**
 * Gives this machine's loopback a further address until the part ends. It takes root and Linux, and an address at which
 * nobody is: whoever was would not be reached meanwhile.
 * @returns why it could not be; undefined where the address is this machine's now
 */
export async function addAddress(scene: Scene, address: string): Promise<string | undefined> {
  const isThere = () =>
    Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  if (isThere()) return undefined
  if (await isSomebodyAt(address))
    return `somebody answers at ${address}, whom this machine may need: it was not added`
  const { status, stderr, error } = ip('address', 'add', `${address}/32`, 'dev', 'lo')
  if (status === 0)
    scene.onEnd(() => execFileSync('ip', ['address', 'del', `${address}/32`, 'dev', 'lo']))
  return isThere()
    ? undefined
    : `${address} could not be added to this machine: ${(error?.message ?? stderr).trim()}`
}

/**
 * Has connections to an address fail at once until the part ends, before anything is sent.
 * @returns why they cannot; undefined where they fail
 */
export function refuseRoute(scene: Scene, address: string): string | undefined {
  const { status, stderr, error } = ip('route', 'add', 'unreachable', `${address}/32`)
  if (status === 0) scene.onEnd(() => ip('route', 'del', 'unreachable', `${address}/32`))
  // Also where nothing is routed at all, or where a proof that was killed has left this behind.
  const route = ip('route', 'get', address)
  const isRefused = route.error === undefined && route.status !== 0
  return isRefused
    ? undefined
    : `connections to ${address} cannot be kept from leaving this machine: ${(error?.message ?? stderr).trim()}`
}
