import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Returns the heap in use after garbage collection, in bytes. */
export function usedHeapBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
