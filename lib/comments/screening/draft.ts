import type { Actor } from '@/lib/auth/actor'

/** Status that screening gives to a new or edited comment. */
export type Verdict = 'published' | 'pending' | 'spam'

/** A new comment to be screened, or an edit of the comment `id`. */
export type Draft = {
  id?: number
  slug: string
  content: string
  authorName: string
  authorEmail?: string | undefined
}

/** Known facts about the author of a draft. No response contains them. */
export type Commenter = {
  /** The client's address, or the /64 of an IPv6 address; hashed before storage. */
  network?: string
  userAgent?: string
  /** The signed-in owner or moderator. */
  staff?: Actor | undefined
  /** Proof that the author owns the given address: see lib/mail/reader-address.ts. */
  addressProof?: string | undefined
  /** Fields besides the comment: the honeypot, and the signed time of the first input. */
  trap?: string | undefined
  stamp?: string | undefined
}
