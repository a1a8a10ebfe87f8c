/** The door of the readers: what one is handed of himself. No other answer of the blog has an address in it. */

/** One comment, with all that is kept with it. Instants are ISO 8601 in UTC. */
export type ReaderComment = {
  id: number
  post: { slug: string; title: string }
  status: 'pending' | 'published' | 'deleted'
  author_name: string
  content: string
  /** What it says once an edit is let through. */
  waiting_content: string | null
  created_at: string
  edited_at: string | null
  name_verified_at: string | null
  earlier_texts: { content: string; replaced_at: string }[]
  /** Whether it is still kept, as a hash, from which network it came. */
  network_known: boolean
}

/** All that is kept of a reader. */
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
