/** A message between the tabs of a browser that have the same post open. */
type Word =
  /** A tab has opened the post, and asks which others have it open. */
  | { say: 'who is there'; copy: string }
  | { say: 'here'; copy: string }
  /** A tab has saved, so the revision of the others is stale. */
  | { say: 'saved'; copy: string; revision: number }

export type DraftChannel = {
  saved: (revision: number) => void
  /** Returns the session IDs of the other open tabs, after waiting for their responses. */
  whoIsThere: () => Promise<Set<string>>
  close: () => void
}

/** Time in milliseconds for other tabs to respond. Background tabs are slow. */
const answerMs = 400

/**
 * Opens the channel of a post.
 * @param heard called when another tab has opened or saved the post
 */
export function openDraftChannel(
  postId: number,
  copy: string,
  heard: { opened: () => void; saved: (revision: number) => void },
): DraftChannel {
  const channel = new BroadcastChannel(`afterword-draft-${postId}`)
  const others = new Set<string>()
  let isClosed = false
  // A save may complete after its editor was closed.
  const say = (word: Word) => !isClosed && channel.postMessage(word)
  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    others.add(word.copy)
    if (word.say === 'who is there') say({ say: 'here', copy })
    if (word.say === 'saved') heard.saved(word.revision)
    else heard.opened()
  }
  return {
    saved: (revision) => void say({ say: 'saved', copy, revision }),
    whoIsThere: async () => {
      say({ say: 'who is there', copy })
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      return others
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}
