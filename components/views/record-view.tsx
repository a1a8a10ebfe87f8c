'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { countView } from './count-view'
import { ShownViews } from './shown-views'

/** Records a view of a post and returns the number of views; 0 if the request fails. */
async function sendView(slug: string): Promise<number> {
  const response = await fetch('/api/views', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, referrer: document.referrer }),
    // Sends the request even if the reader leaves the page.
    keepalive: true,
  }).catch(() => undefined)
  return response?.ok ? (await response.json()).views : 0
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
  useEffect(
    () => countView(slug, sendView, (views) => void views.then(setCounted, () => {})),
    [slug],
  )
  // The page may be newer than the response if many people are reading.
  if (counted <= views) return children
  const form = forms[new Intl.PluralRules(language).select(counted)] ?? '#'
  return (
    <ShownViews reservedWidth={reservedWidth}>
      {form.replace('#', counted.toLocaleString(language))}
    </ShownViews>
  )
}
