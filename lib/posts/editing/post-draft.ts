/** A post as it is written into the database. */
export type PostDraft = {
  slug: string
  title: string
  summary: string
  content: string
  tags: string[]
  draft: boolean
  publishedAt: Date
  /** A URL, or a path of this blog; empty: none. */
  cover: string
  coverAlt: string
}
