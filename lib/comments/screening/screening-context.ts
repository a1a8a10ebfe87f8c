import type { Blocklist } from './blocklist'

/** The signed time of the first input in a form, after validation. */
export type Stamp =
  | { kind: 'missing' }
  | { kind: 'forged' }
  | { kind: 'signed'; nonce: string; ageMs: number; isUsed: boolean }

/** All facts that rules use beside the comment itself. */
export type ScreeningContext = {
  /** Edits and imports have no form, and imports have no network. */
  kind: 'new' | 'edit' | 'import'
  now: Date
  moderation: 'open' | 'all'
  /** Value of the honeypot field. */
  trap: string
  stamp: Stamp
  /** Doubt about the stamp of the comment that an edit changes; edits have no stamp. */
  earlierStampDoubt: string | undefined
  /** Number of identical texts within a week, up to a bound. */
  sameText: number
  /**
   * True if the network is known to have no earlier comment within 48 hours. For an edit, the value
   * at the time of the comment.
   */
  isNewcomer: boolean
  /**
   * Number of other comments from new networks within ten minutes, up to just over the flood limit.
   */
  newcomers: number
  /** True during a flood. */
  isFlooded: boolean
  /** Maximum number of such comments without a flood. */
  newcomersMax: number
  blocklist: Blocklist
  /** Block keys of the network, one for each secret. */
  networkKeys: string[]
  /** The blog's own host. Links to it do not count. */
  ownHost: string | undefined
}
