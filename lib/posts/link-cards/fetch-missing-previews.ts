import 'server-only'
import { messageOf } from '@/lib/errors'
import { getLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import { fetchedCards } from './post-links'

/**
 * Fetches the missing previews of a post's links concurrently, so that no page has to fetch them.
 * @returns the URLs that could not be read and the reasons; they are shown as ordinary links
 */
export async function fetchMissingPreviews(
  content: string,
): Promise<{ url: string; reason: string }[]> {
  const unread = await Promise.all(
    fetchedCards(content).map(async ({ url }) => {
      try {
        await getLinkPreview(url)
        return []
      } catch (error) {
        return [{ url, reason: messageOf(error) }]
      }
    }),
  )
  return unread.flat()
}
