import type { RawRequest } from '@/tools/prove/load/send-raw-request'

export type WriteResponse = { status: number; text: string; location: string }

/** A request that is sent once, with data of its own to change. */
export type PreparedWrite = {
  request: RawRequest
  isDone: (response: WriteResponse) => boolean | Promise<boolean>
}
/** Creates new data for a write to change. */
export type Prepare = () => Promise<PreparedWrite>
export type NamedWrite = [name: string, prepare: Prepare]
