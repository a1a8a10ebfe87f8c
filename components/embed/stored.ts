/**
 * Data of the embed in the storage of the page's own site. Storage may be forbidden or full, so
 * everything works without it.
 */

/** The reader's own comment: its edit token, its Markdown and, while it is held, its state. */
export type OwnComment = {
  token: string
  content: string
  author_name: string
  parent_id: number | null
  created_at: string
  pending: boolean
}

/** The id of the page itself in the list of likes. Ids of comments are positive. */
export const pageId = 0

type Stored = {
  author: { name: string; email: string }
  /** The ids of the comments in a thread that the reader likes, and `pageId`. */
  [likes: `likes:${string}`]: number[]
  /** Own comments by thread and id. */
  [own: `own:${string}`]: Record<string, OwnComment>
  [draft: `draft:${string}`]: string
}

const nameOf = (key: string): string => `afterword-embed:${key}`

export function read<Key extends keyof Stored>(key: Key): Stored[Key] | undefined {
  try {
    return JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined deletes it. */
export function store<Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(nameOf(key))
    else localStorage.setItem(nameOf(key), JSON.stringify(value))
  } catch {
    // Private browsing may reject writes.
  }
}
