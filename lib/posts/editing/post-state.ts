/** The state of a post in the admin area. Safe to import in a browser. */
export type PostState = {
  /** `new`: not saved yet. A scheduled post is `published` once its time has come. */
  status: 'new' | 'draft' | 'scheduled' | 'published' | 'deleted'
  /** True if the working copy differs from the published version. */
  changed: boolean
  /** The publication time, past or future, in ISO 8601, UTC; null for a draft. */
  publishAt: string | null
  /** The time of the scheduled update; null if none is scheduled. */
  updateAt: string | null
  /** The time of the latest save; null for a new post. */
  savedAt: string | null
  /** The name of the last editor; null after a file import, or if the editor has left. */
  savedBy: string | null
}

/** The part of a state that the page of a post shows. It stays the same while text is typed. */
export type ShownPostState = Pick<PostState, 'status' | 'changed' | 'updateAt'>
