/** The part of the embed that counts views. It is loaded for elements with `count`. */
import { watchReading } from '@/components/views/watch-reading'
import { newKey, send } from './api'

/** Views sent from this document, so that a client navigation back is not counted again. */
const sent = new Map<string, Promise<number>>()

async function record(slug: string): Promise<number> {
  const { referrer, title } = document
  const body = { slug, referrer, title, url: location.href }
  const headers = { 'Idempotency-Key': newKey() }
  return (await send<{ views: number }>('POST', '/api/views', body, headers)).views
}

/**
 * Records a view once the reader has viewed the page.
 * @param onCounted gets the new number
 * @returns a function that stops watching
 */
export function countView(slug: string, onCounted: (views: Promise<number>) => void): () => void {
  return watchReading(() => {
    const views = sent.get(slug) ?? record(slug)
    sent.set(slug, views)
    onCounted(views)
  })
}
