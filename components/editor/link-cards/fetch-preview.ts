import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { FetchPreview } from './preview-queue'

const fields = ['title', 'description', 'image', 'siteName', 'url', 'favicon'] as const

/** Fetches the preview of a link. Throws the message of the server, empty if there is none. */
export const fetchPreview: FetchPreview = async (url, signal, { anew }) => {
  const response = await fetch(
    `/admin/link-preview?${new URLSearchParams({ url, ...(anew && { anew: 'yes' }) })}`,
    { signal },
  ).catch(() => undefined)
  const body: unknown = await response?.json().catch(() => undefined)
  if (response?.ok && isPreview(body)) return body
  // A problem response (RFC 9457).
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : ''
  throw new Error(String(detail))
}

function isPreview(body: unknown): body is LinkPreview {
  return (
    typeof body === 'object' &&
    body !== null &&
    fields.every((field) => typeof Reflect.get(body, field) === 'string')
  )
}
