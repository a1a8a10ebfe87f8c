/** The state of a post in the admin area. Safe to import in a browser. */
export type PostState = {
  /** `new`: nothing was saved yet. A scheduled post is `published` once its time has passed. */
  status: 'new' | 'draft' | 'scheduled' | 'published'
  /** The working copy differs from what readers see. */
  changed: boolean
  /** The time of publication, past or future, in ISO 8601, UTC; null for a draft. */
  publishAt: string | null
  /** When the working copy will be published; null if no update is scheduled. */
  updateAt: string | null
  /** The time of the last save; null for a new post. */
  savedAt: string | null
  /** The name of the person who saved last; null for a file, or if they have left. */
  savedBy: string | null
}
