'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { sendView } from './send-view'
import { ViewCount } from './view-count'
import { watchReading } from './watch-reading'

/** What was sent from this document: who comes back to a post by a soft navigation is not asked about twice. */
const sent = new Map<string, Promise<number | undefined>>()

type Props = {
  slug: string
  views: number
  language: string
  /** The number as the server wrote it: a browser takes long, on a phone, to learn how a language writes numbers. */
  children: ReactNode
}

/**
 * The number of views on a post's own page, and what counts them. A page that lies hidden in an `Activity` runs no
 * effects, so it is not watched.
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
  // The page may be newer than the answer, where many read at once.
  return answered > views ? (
    <ViewCount views={answered} language={language} roomFor={views} />
  ) : (
    children
  )
}
