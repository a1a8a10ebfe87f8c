'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { sendView } from './send-view'
import { ViewCount } from './view-count'
import { watchReading } from './watch-reading'

/**
 * Views sent from this document, by slug, so that a soft navigation back to a post is not counted
 * again.
 */
const sent = new Map<string, Promise<number | undefined>>()

type Props = {
  slug: string
  views: number
  language: string
  /** The server-rendered number. Formatting it in the browser would be slow on phones. */
  children: ReactNode
}

/**
 * Shows and records views on a post's page. Effects do not run in a hidden `Activity`, so a hidden
 * page is not counted.
 */
export function RecordView({ slug, views, language, children }: Props) {
  const [answered, setAnswered] = useState(0)
  useEffect(() => {
    let isHere = true
    const show = async () => {
      const answer = sent.get(slug) ?? sendView(slug)
      sent.set(slug, answer)
      const number = await answer
      if (isHere && number !== undefined) setAnswered(number)
    }
    const stop = sent.has(slug) ? void show() : watchReading(() => void show())
    return () => {
      isHere = false
      stop?.()
    }
  }, [slug])
  // The page may be newer than the response if many people are reading.
  return answered > views ? (
    <ViewCount views={answered} language={language} roomFor={views} />
  ) : (
    children
  )
}
