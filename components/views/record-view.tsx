'use client'
import { useEffect, useState } from 'react'
import { countView } from './count-view'

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
  /** The minimum width in characters, which avoids layout shift. */
  reservedWidth: number
  /** The number as the server formatted it, since formatting it in the browser is slow on phones. */
  children: string
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
  const formatCounted = () => {
    const form = forms[new Intl.PluralRules(language).select(counted)] ?? '#'
    return form.replace('#', counted.toLocaleString(language))
  }
  return (
    <span className="inline-block tabular-nums" style={{ minInlineSize: `${reservedWidth}ch` }}>
      {/* The page may be newer than the response if many people are reading. */}
      {counted <= views ? children : formatCounted()}
    </span>
  )
}
