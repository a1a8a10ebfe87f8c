import type { RawRequest } from '@/tools/prove/load/ask-raw'

export type Told = { status: number; text: string; location: string }

/** One that is sent once: it has something of its own to change. */
export type PreparedWrite = {
  request: RawRequest
  isDone: (told: Told) => boolean | Promise<boolean>
}
/** Makes something for a write to change, another each time. */
export type Prepare = () => Promise<PreparedWrite>
export type NamedWrite = [name: string, prepare: Prepare]
