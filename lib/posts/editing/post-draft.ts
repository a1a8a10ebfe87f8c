/** A post to be written to the database. */
export type PostDraft = {
  slug: string
  title: string
  summary: string
  content: string
  tags: string[]
  draft: boolean
  publishedAt: Date
  /** A URL or a path of this blog; empty means none. */
  cover: string
  coverAlt: string
}
