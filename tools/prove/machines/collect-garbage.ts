import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What this process holds on to, in bytes, with nothing in it that is only waiting to be thrown away. */
export function heldBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
