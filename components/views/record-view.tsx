'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { ShownViews } from './shown-views'
import { watchReading } from './watch-reading'

/**
 * Views sent from this document, by slug, so that a soft navigation back to a post is not counted
 * again.
 */
const sent = new Map<string, Promise<number | undefined>>()

/** Records a view of a post and returns the number of views; undefined if the request fails. */
async function sendView(slug: string): Promise<number | undefined> {
  const response = await fetch('/api/views', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, referrer: document.referrer }),
    // Sends the request even if the reader leaves the page.
    keepalive: true,
  }).catch(() => undefined)
  return response?.ok ? (await response.json()).views : undefined
}

type Props = {
  slug: string
  views: number
  language: string
  /** The text of each plural category, with `#` for the number. */
  forms: Partial<Record<Intl.LDMLPluralRule, string>>
  /** The reserved width in characters. */
  reservedWidth: number
  /** The server-rendered number. Formatting it in the browser would be slow on phones. */
  children: ReactNode
}

/**
 * Shows and records views on a post's page. Effects do not run in a hidden `Activity`, so a hidden
 * page is not counted.
 */
export function RecordView({ slug, views, language, forms, reservedWidth, children }: Props) {
  const [counted, setCounted] = useState(0)
  useEffect(() => {
    let isMounted = true
    const show = async () => {
      const answer = sent.get(slug) ?? sendView(slug)
      sent.set(slug, answer)
      const number = await answer
      if (isMounted && number !== undefined) setCounted(number)
    }
    const stop = sent.has(slug) ? void show() : watchReading(() => void show())
    return () => {
      isMounted = false
      stop?.()
    }
  }, [slug])
  // The page may be newer than the response if many people are reading.
  if (counted <= views) return children
  const form = forms[new Intl.PluralRules(language).select(counted)] ?? '#'
  return (
    <ShownViews reservedWidth={reservedWidth}>
      {form.replace('#', counted.toLocaleString(language))}
    </ShownViews>
  )
}
