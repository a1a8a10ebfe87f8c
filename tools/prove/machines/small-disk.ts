import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Scene } from '@/tools/prove/scene'

export type SmallDisk = {
  directory: string
  /** Fills the disk completely. It can be called again for space that was freed in the meantime. */
  fill: () => void
  /** Removes the files written by `fill`. */
  makeRoom: () => void
}

/**
 * Mounts a file system of the given size in memory, which is unmounted with the scene.
 * @returns undefined if this process may not mount it; this requires root and does not work in
 * every container
 */
export function mountSmallDisk(scene: Scene, megabytes: number): SmallDisk | undefined {
  const directory = path.join(scene.directory, 'small-disk')
  mkdirSync(directory)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  scene.onEnd(() => execFileSync('umount', [directory]))
  // PostgreSQL runs as another user and needs access.
  chmodSync(directory, 0o711)
  const fillings: string[] = []
  return {
    directory,
    fill: () => {
      const filling = path.join(directory, `filling-${fillings.length}`)
      fillings.push(filling)
      const file = openSync(filling, 'w')
      // Writes single pages at the end to use the remaining space as well.
      for (const chunk of [Buffer.alloc(2 ** 20), Buffer.alloc(4_096)])
        while (hasWritten(file, chunk));
      closeSync(file)
    },
    makeRoom: () => {
      for (const filling of fillings.splice(0)) rmSync(filling)
    },
  }
}

function hasWritten(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
