/** The state of a post as its admin page shows it. Safe to import in a browser. */
export type PostState = {
  /** `new`: not saved yet. A scheduled post is `published` once its time has come. */
  status: 'new' | 'draft' | 'scheduled' | 'published' | 'deleted'
  /** True if the working copy differs from the published version. */
  changed: boolean
  /** The time of the scheduled update in ISO 8601, UTC; null if none is scheduled. */
  updateAt: string | null
}
