/** Data of the embed in the storage of the page's own site. */
import { storedJson } from '@/components/ui/stored-json'

/** The reader's own comment: its edit token, its Markdown and, while it is held, its state. */
export type OwnComment = {
  token: string
  content: string
  author_name: string
  parent_id: number | null
  created_at: string
  pending: boolean
}

type Stored = {
  author: { name: string; email: string }
  /** The ids of the comments in a thread that the reader likes. */
  [likes: `likes:${string}`]: number[]
  /** Own comments by thread and id. */
  [own: `own:${string}`]: Record<string, OwnComment>
  [draft: `draft:${string}`]: string
}

export const { read, store } = storedJson<Stored>('afterword-embed:')
