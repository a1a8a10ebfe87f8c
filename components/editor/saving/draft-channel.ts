/** A message between the tabs of a browser that have the same post open. */
type Message =
  /** A tab has opened the post, and asks which others have it open. */
  | { type: 'who is there'; copy: string }
  | { type: 'here'; copy: string }
  /** A tab has saved, so the revision of the others is stale. */
  | { type: 'saved'; copy: string; revision: number }

export type DraftChannel = {
  saved: (revision: number) => void
  /** Returns the session IDs of the other open tabs, after waiting for their responses. */
  findOpenSessions: () => Promise<Set<string>>
  close: () => void
}

/** Time in milliseconds for other tabs to respond. Background tabs are slow. */
const responseMs = 400

/**
 * Opens the channel of a post.
 * @param on called when another tab has opened or saved the post
 */
export function openDraftChannel(
  postId: number,
  copy: string,
  on: { opened: () => void; saved: (revision: number) => void },
): DraftChannel {
  const channel = new BroadcastChannel(`afterword-draft-${postId}`)
  const others = new Set<string>()
  let isClosed = false
  // A save may complete after its editor was closed.
  const post = (message: Message) => !isClosed && channel.postMessage(message)
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    others.add(message.copy)
    if (message.type === 'who is there') post({ type: 'here', copy })
    if (message.type === 'saved') on.saved(message.revision)
    else on.opened()
  }
  return {
    saved: (revision) => void post({ type: 'saved', copy, revision }),
    findOpenSessions: async () => {
      post({ type: 'who is there', copy })
      await new Promise((resolve) => setTimeout(resolve, responseMs))
      return others
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}
