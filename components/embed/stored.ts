/** Data of the embed in the storage of the page's own site. */
import { readJson, storeJson } from '@/components/ui/stored-json'

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

export const read = <Key extends keyof Stored>(key: Key): Stored[Key] | undefined =>
  readJson(`afterword-embed:${key}`)

export const store = <Key extends keyof Stored>(key: Key, value: Stored[Key] | undefined): void =>
  storeJson(`afterword-embed:${key}`, value)
