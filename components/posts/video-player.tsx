'use client'
import { useEffect } from 'react'
import { isPlainClick } from '@/components/ui/plain-click'

/** Replaces the picture of a video with its player when the reader clicks it. */
function play(event: MouseEvent): void {
  const { target } = event
  const link = target instanceof Element ? target.closest('.video > a') : null
  const player = link?.closest<HTMLElement>('.video')?.dataset.player
  if (!link || !player || !isPlainClick(event)) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.title = link.nextElementSibling?.textContent ?? ''
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  // The same as for other frames in posts (`showFrames`).
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-presentation')
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = player
  link.replaceWith(frame)
  frame.focus()
}

/** Makes the videos of a post playable. */
export function VideoPlayer() {
  useEffect(() => {
    document.addEventListener('click', play)
    return () => document.removeEventListener('click', play)
  }, [])
  return null
}
