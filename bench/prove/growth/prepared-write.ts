import type { RawRequest } from '@/bench/prove/load/ask-raw'

export type Told = { status: number; text: string; location: string }

/** One that is sent once: it has something of its own to change. */
export type PreparedWrite = { request: RawRequest; isDone: (told: Told) => boolean | Promise<boolean> }
/** A write by its name, and what makes something for it to change each time. */
export type NamedWrite = [name: string, prepare: () => Promise<PreparedWrite>]
