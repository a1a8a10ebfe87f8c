import 'server-only'
import { linkPreviewKey, parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { targetUnreachable } from '@/lib/link-previews/fetch/target-errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { limitedQuery } from './limited-query'
import { toFailure, toLinkPreview } from './link-preview-row'
import { updateLinkPreview } from './update-link-preview'

/**
 * Fetches a page now, even if the stored preview or failure is still fresh. Only for staff: others
 * could use it to send unlimited requests to a target.
 *
 * @returns its preview; the stored one if the page can no longer be read
 * @throws AppError as `getLinkPreview` does; DatabaseUnavailable
 */
export async function renewLinkPreview(url: string, signal?: AbortSignal): Promise<LinkPreview> {
  const key = linkPreviewKey(parseTarget(url))
  await limitedQuery((client) =>
    client.linkPreview.updateMany({ where: { url: key }, data: { freshUntil: new Date(0) } }),
  )
  const { row } = await updateLinkPreview(key, signal)
  const preview = toLinkPreview(row, url)
  if (!preview) throw toFailure(row) ?? targetUnreachable()
  return preview
}
