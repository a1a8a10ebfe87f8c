import { execFileSync } from 'node:child_process'
import type { Scene } from '@/tools/prove/scene'

/** A Linux network namespace with its own address, like a separate machine. */
export type Machine = {
  address: string
  /** The command prefix that runs a command on this machine. */
  enter: string[]
}

/** Addresses reserved for network tests (RFC 2544), which the internet does not use. */
const addressOf = (n: number) => `198.18.31.${n}`
const bridge = 'afterword-prove'
const mask = 24

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Connects two machines to this one, and to each other, through a bridge. Requires root and Linux.
 * @returns the machines, the address of this one, and one that the first machine has until it is
 * moved to the second; or the reason for a failure
 */
export function startTwoMachines(scene: Scene) {
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    scene.onEnd(() => ip('link', 'del', bridge))
    ip('address', 'add', `${addressOf(1)}/${mask}`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    const machines: [Machine, Machine] = [startMachine(scene, 1), startMachine(scene, 2)]
    const movable = addressOf(100)
    onMachine(1, 'address', 'add', `${movable}/${mask}`, 'dev', 'eth0')
    const moveAddress = () => {
      onMachine(1, 'address', 'del', `${movable}/${mask}`, 'dev', 'eth0')
      onMachine(2, 'address', 'add', `${movable}/${mask}`, 'dev', 'eth0')
      // Clears the ARP entries of the other machines, as a gratuitous ARP would.
      ip('neighbour', 'flush', 'to', movable)
      onMachine(1, 'neighbour', 'flush', 'to', movable)
    }
    return { machines, front: addressOf(1), movable, moveAddress }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `network namespaces cannot be used on this machine: ${reason.trim()}`
  }
}

const nameOf = (n: number) => `${bridge}-${n}`
const onMachine = (n: number, ...args: string[]) => ip('-n', nameOf(n), ...args)

function startMachine(scene: Scene, n: number): Machine {
  const name = nameOf(n)
  ip('netns', 'add', name)
  scene.onEnd(() => ip('netns', 'del', name))
  // Names have at most 15 characters. The link disappears with the namespace.
  ip('link', 'add', `afterword-${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', `afterword-${n}`, 'master', bridge, 'up')
  const address = addressOf(10 + n)
  onMachine(n, 'address', 'add', `${address}/${mask}`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) onMachine(n, 'link', 'set', device, 'up')
  return { address, enter: ['nsenter', `--net=/run/netns/${name}`] }
}
