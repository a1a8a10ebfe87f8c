/** What the tabs of one browser tell each other of a post that is open in several. */
type Word =
  /** A tab has opened the post, and asks who else has. */
  | { say: 'who is there'; copy: string }
  | { say: 'here'; copy: string }
  /** A tab has saved: what the others began from is not the newest any more. */
  | { say: 'saved'; copy: string; revision: number }

export type DraftChannel = {
  saved: (revision: number) => void
  /** The names of the openings that live. Waits for their answers. */
  whoIsThere: () => Promise<Set<string>>
  close: () => void
}

/** How long another tab may take to say that it is there, in milliseconds: one in the background is slow. */
const answerMs = 400

/** @param heard that another tab has opened the post, or saved it */
export function openDraftChannel(
  postId: number,
  copy: string,
  heard: { opened: () => void; saved: (revision: number) => void },
): DraftChannel {
  const channel = new BroadcastChannel(`afterword-draft-${postId}`)
  const others = new Set<string>()
  let isClosed = false
  // A save may be answered after its editor was closed.
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
