/**
 * Types of the data that a reader receives about themselves. No other response contains an address.
 */

/** A comment with everything stored about it. Times are ISO 8601 in UTC. */
export type ReaderComment = {
  id: number
  post: { slug: string; title: string }
  status: 'pending' | 'published' | 'deleted'
  author_name: string
  content: string
  /** Text of an edit that awaits approval. */
  waiting_content: string | null
  created_at: string
  edited_at: string | null
  name_verified_at: string | null
  earlier_texts: { content: string; replaced_at: string }[]
  /** True while a hash of the author's network is still stored. */
  network_known: boolean
}

/** All stored data of a reader. */
export type ReaderData = {
  addresses: {
    address: string | null
    verified_at: string | null
    unsubscribed_at: string | null
    first_seen_at: string
  }[]
  comments: ReaderComment[]
  mails: { kind: string; created_at: string; sent_at: string | null }[]
}
