/** The part of the embed that counts views. It is loaded for elements with `count`. */
import { newKey } from '@/components/ui/new-key'
import { send } from './api'

export { countView } from '@/components/views/count-view'

/** Records a view and returns the new number. */
export async function recordView(slug: string): Promise<number> {
  const { referrer, title } = document
  const body = { slug, referrer, title, url: location.href }
  const headers = { 'Idempotency-Key': newKey() }
  return (await send<{ views: number }>('POST', '/api/views', body, headers)).views
}
