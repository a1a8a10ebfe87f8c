import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Scene } from '@/tools/prove/scene'

export type WireFaults = {
  /** Of what goes one way, and again of what comes back. */
  delayMs?: number
  /** Of 1, how much of what passes breaks its connection instead (RST), either way. */
  resets?: number
  /** Everything vanishes, and whoever waits hears nothing; a connection that lost something says nothing ever again. */
  isHole?: boolean
}

export type BadWire = {
  port: number
  /** From now on. Connections that a hole has swallowed are cut on the far side once it is gone. */
  set: (faults: WireFaults) => void
  resets: () => number
}

/** A TCP proxy in front of a port of 127.0.0.1, which does to what passes whatever it is told. */
export async function startBadWire(scene: Scene, target: number): Promise<BadWire> {
  let faults: WireFaults = {}
  let resets = 0
  const sockets = new Set<Socket>()
  const swallowed = new Set<Socket>()

  const carry = (from: Socket, to: Socket, near: Socket, far: Socket) => {
    let last: Promise<unknown> = Promise.resolve()
    from.on('data', (bytes) => {
      if (faults.isHole) swallowed.add(far)
      if (swallowed.has(far)) return
      if (Math.random() < (faults.resets ?? 0)) {
        resets++
        near.resetAndDestroy()
        far.resetAndDestroy()
        return
      }
      const due = setTimeout(faults.delayMs ?? 0)
      // What was sent first arrives first, whatever the delay is meanwhile.
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
      // Its end is heard of by 'close'.
      socket.on('error', () => {})
    }
    near.once('close', () => {
      sockets.delete(near)
      // Not even the end of a connection comes out of a hole.
      if (faults.isHole) swallowed.add(far)
      else far.destroy()
    })
    far.once('close', () => {
      sockets.delete(far)
      if (!swallowed.delete(far)) near.destroy()
    })
    carry(near, far, near, far)
    carry(far, near, near, far)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  scene.onEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port to be had')
  return {
    port: address.port,
    set: (wanted) => {
      if (faults.isHole && !wanted.isHole) for (const far of swallowed) far.destroy()
      faults = wanted
    },
    resets: () => resets,
  }
}
