import { execFileSync, spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { Scene } from './scene'

const ip = (...words: string[]) => spawnSync('ip', words, { encoding: 'utf8' })

/**
 * Gives this machine's loopback a further address until the part ends. It takes root and Linux.
 * @returns why it could not be; undefined where the address is this machine's now
 */
export function addAddress(scene: Scene, address: string): string | undefined {
  const isThere = () => Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address))
  if (isThere()) return undefined
  const { status, stderr, error } = ip('address', 'add', `${address}/32`, 'dev', 'lo')
  if (status === 0) scene.onEnd(() => execFileSync('ip', ['address', 'del', `${address}/32`, 'dev', 'lo']))
  return isThere() ? undefined : `${address} could not be added to this machine: ${(error?.message ?? stderr).trim()}`
}

/** Has connections to an address fail at once until the part ends, where that may be said: otherwise they fail as the network has it. */
export function refuseRoute(scene: Scene, address: string): void {
  if (ip('route', 'add', 'unreachable', `${address}/32`).status !== 0) return
  scene.onEnd(() => ip('route', 'del', 'unreachable', `${address}/32`))
}
