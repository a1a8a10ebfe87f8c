import type { Blocklist } from './blocklist'

/** The signed time at which a form was first touched, as far as it can be believed. */
export type Stamp =
  | { kind: 'missing' }
  | { kind: 'forged' }
  | { kind: 'signed'; nonce: string; ageMs: number; isUsed: boolean }

/** All that rules know beside the comment itself. */
export type ScreeningContext = {
  /** An edit and an import come from no form, and an import from no network. */
  kind: 'new' | 'edit' | 'import'
  now: Date
  moderation: 'open' | 'all'
  /** What was typed into the field that nobody sees. */
  trap: string
  stamp: Stamp
  /** An edit brings no stamp: what that of the comment was doubted for, where it was. */
  earlierStampDoubt: string | undefined
  /** How often the same was said within a week, up to a few. */
  sameText: number
  /** Whether the network was not seen before within 48 hours, as far as it is known; of an edit, whether it was not when the comment came. */
  isNewcomer: boolean
  /** How many came from such networks within ten minutes, this one not among them, up to just over what a flood is. */
  newcomers: number
  /** Whether a flood was going on when it came. */
  isFlooded: boolean
  /** How many such comments are no flood yet. */
  newcomersMax: number
  blocklist: Blocklist
  /** The network under the key that blocks have, for each of the secrets. */
  networkKeys: string[]
  /** The blog's own host: a link to it is no advertisement. */
  ownHost: string | undefined
}
