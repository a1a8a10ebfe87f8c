import type { FetchLinkCardPreview, LinkCardPreview } from './card-services'

const fields = ['title', 'description', 'image', 'siteName', 'url', 'favicon'] as const

/** Asks the admin area for the preview of a link. @throws Error with what the admin area says is the matter */
export const fetchPreview: FetchLinkCardPreview = async (url, signal, { anew }) => {
  const response = await fetch(
    `/admin/link-preview?${new URLSearchParams({ url, ...(anew && { anew: 'yes' }) })}`,
    { signal },
  )
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && isPreview(body)) return body
  throw new Error(detailOf(body) ?? 'The page could not be asked for its preview.')
}

function isPreview(body: unknown): body is LinkCardPreview {
  return (
    typeof body === 'object' &&
    body !== null &&
    fields.every((field) => typeof Reflect.get(body, field) === 'string')
  )
}

/** What a problem (RFC 9457) says in words. */
function detailOf(body: unknown): string | undefined {
  return typeof body === 'object' &&
    body !== null &&
    'detail' in body &&
    typeof body.detail === 'string'
    ? body.detail
    : undefined
}
