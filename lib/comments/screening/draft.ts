import type { Actor } from '@/lib/auth/actor'

/** What becomes of a comment that is written or changed. */
export type Verdict = 'published' | 'pending' | 'spam'

/** What is judged: a new comment, an edit (with the `id` of what it changes), or an imported one. */
export type Draft = {
  id?: number
  slug: string
  content: string
  authorName: string
  authorEmail?: string | undefined
}

/** Who writes, as far as it is known. Nothing of it is in any answer. */
export type Writer = {
  /** The client's address, or the /64 of an IPv6 one: hashed before it is kept. */
  network?: string
  userAgent?: string
  /** Signed in, as owner or moderator. */
  staff?: Actor | undefined
  /** What shows that the address he gives is his: see lib/mail/address-proof.ts. */
  addressProof?: string | undefined
  /** What a form carries beside the comment: the field no human sees, and the signed time it was first touched. */
  trap?: string | undefined
  stamp?: string | undefined
}
