'use client'
import { useEffect, useRef, useState } from 'react'
import type { PostState } from '@/lib/posts/editing/get-post-state'
import type { Message } from './draft-session'
import { keptDraftName } from './kept-draft'

/** The polling interval while the page is visible, in milliseconds. */
const everyMs = 3_000

const isSameState = (one: PostState, other: PostState) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Follows the state of a post: immediately if a tab of this browser saves or publishes, and within
 * seconds if someone else does or a schedule fires. An autosave that changes only the revision does
 * not render the form again.
 * @param initial the state in the page, which replaces an older one when the page is refreshed
 */
export function usePostState(postId: number, initial: PostState): PostState {
  const [state, setState] = useState(initial)
  const [rendered, setRendered] = useState(initial)
  if (!isSameState(rendered, initial)) {
    setRendered(initial)
    setState(initial)
  }
  const latest = useRef(initial)
  useEffect(() => {
    latest.current = initial
  }, [initial])
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const channel = new BroadcastChannel(`${keptDraftName}${postId}`)
    let known = 0
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const before = latest.current
      const response = await fetch(`/admin/posts/${postId}/state`, { cache: 'no-store', signal })
      // After an action, the refreshed page may be newer than a late response.
      if (!response.ok || latest.current !== before) return
      const { revision, ...current }: PostState & { revision: number } = await response.json()
      setState((last) => (isSameState(last, { ...last, ...current }) ? last : current))
      // Notifies the editors in this browser. They compare the text if they did not save it.
      const message: Message = { type: 'saved', sessionId: '', revision }
      if (revision > known) channel.postMessage(message)
      known = revision
    }
    // The next poll retries after a failed request.
    const pollNow = () => void poll().catch(() => {})
    const timer = setInterval(pollNow, everyMs)
    channel.onmessage = ({ data: { type } }: MessageEvent<Message>) => {
      if (type === 'saved') pollNow()
    }
    document.addEventListener('visibilitychange', pollNow, { signal })
    return () => {
      clearInterval(timer)
      stopping.abort()
      channel.close()
    }
  }, [postId])
  return state
}
