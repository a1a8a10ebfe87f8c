import type { ReactNode } from 'react'
import { withCardOverrides } from '@/lib/link-previews/extract/card-overrides'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { LinkCardWords } from '@/lib/markdown/link-card-directive'
import { LinkCard } from './link-card'

/**
 * Returns a function that renders links of a post as cards, with the author's text if there is any.
 * It returns undefined for a link without a known preview, which stays a link.
 */
export function linkCardsFrom(
  previews: ReadonlyMap<string, LinkPreview>,
): (url: string, words: LinkCardWords) => ReactNode | undefined {
  return (url, words) => {
    const preview = previews.get(url)
    return preview && <LinkCard preview={withCardOverrides(preview, words)} href={url} />
  }
}
