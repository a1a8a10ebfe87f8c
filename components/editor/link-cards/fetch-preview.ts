import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { FetchPreview } from './preview-queue'

const fields = ['title', 'description', 'image', 'siteName', 'url', 'favicon'] as const

/**
 * Fetches the preview of a link.
 * @throws Error with the message of the server
 */
export const fetchPreview: FetchPreview = async (url, signal, { anew }) => {
  const response = await fetch(
    `/admin/link-preview?${new URLSearchParams({ url, ...(anew && { anew: 'yes' }) })}`,
    { signal },
  )
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && isPreview(body)) return body
  throw new Error(detailOf(body) ?? 'The page could not be asked for its preview.')
}

function isPreview(body: unknown): body is LinkPreview {
  return (
    typeof body === 'object' &&
    body !== null &&
    fields.every((field) => typeof Reflect.get(body, field) === 'string')
  )
}

/** Returns the `detail` of a problem response (RFC 9457). */
function detailOf(body: unknown): string | undefined {
  return typeof body === 'object' &&
    body !== null &&
    'detail' in body &&
    typeof body.detail === 'string'
    ? body.detail
    : undefined
}
