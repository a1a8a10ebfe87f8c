import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Scene } from '@/tools/prove/scene'

type NetworkFaults = {
  /** The delay in each direction, in milliseconds. */
  delayMs?: number
  /**
   * The share (0 to 1) of chunks that reset their connection (RST) instead, in either direction.
   */
  resets?: number
  /** Drops all packets without any reset. A connection that lost data stays silent. */
  isBlackHole?: boolean
}

export type FaultyNetwork = {
  port: number
  /**
   * Sets the faults from now on. When a black hole ends, the connections it swallowed are closed on
   * the far side.
   */
  set: (faults: NetworkFaults) => void
  resets: () => number
}

/** Starts a TCP proxy in front of a port of 127.0.0.1 that injects faults. */
export async function startFaultyNetwork(scene: Scene, target: number): Promise<FaultyNetwork> {
  let faults: NetworkFaults = {}
  let resets = 0
  const sockets = new Set<Socket>()
  const swallowed = new Set<Socket>()

  const forward = (from: Socket, to: Socket, near: Socket, far: Socket) => {
    let last: Promise<unknown> = Promise.resolve()
    from.on('data', (bytes) => {
      if (faults.isBlackHole) swallowed.add(far)
      if (swallowed.has(far)) return
      if (Math.random() < (faults.resets ?? 0)) {
        resets++
        near.resetAndDestroy()
        far.resetAndDestroy()
        return
      }
      const due = setTimeout(faults.delayMs ?? 0)
      // Keeps the order, even if the delay changes in the meantime.
      last = last
        .then(() => due)
        .then(() => !to.destroyed && !swallowed.has(far) && to.write(bytes))
    })
  }

  const server = createServer((near) => {
    const far = open(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // The 'close' event handles it.
      socket.on('error', () => {})
    }
    near.once('close', () => {
      sockets.delete(near)
      // A black hole also drops the end of a connection.
      if (faults.isBlackHole) swallowed.add(far)
      else far.destroy()
    })
    far.once('close', () => {
      sockets.delete(far)
      if (!swallowed.delete(far)) near.destroy()
    })
    forward(near, far, near, far)
    forward(far, near, near, far)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  scene.onEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port is available')
  return {
    port: address.port,
    set: (newFaults) => {
      if (faults.isBlackHole && !newFaults.isBlackHole) for (const far of swallowed) far.destroy()
      faults = newFaults
    },
    resets: () => resets,
  }
}
