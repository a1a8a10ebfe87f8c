import type { RawRequest } from '@/tools/prove/load/send-raw-request'

export type WriteResponse = { status: number; text: string; location: string }

/** A request that is sent once, and changes data created only for it. */
export type PreparedWrite = {
  request: RawRequest
  isDone: (response: WriteResponse) => boolean | Promise<boolean>
}
/** Creates new data for a write to change. */
export type Prepare = () => Promise<PreparedWrite>
export type NamedWrite = [name: string, prepare: Prepare]
