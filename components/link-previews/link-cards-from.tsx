import type { ReactNode } from 'react'
import { withCardOverrides } from '@/lib/link-previews/extract/card-overrides'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { LinkCardWords } from '@/lib/markdown/link-card-directive'
import { LinkCard } from './link-card'

/** What stands for the links of a post: a card of what is known of each, in the words the author gave it; undefined leaves a link. */
export function linkCardsFrom(
  previews: ReadonlyMap<string, LinkPreview>,
): (url: string, words: LinkCardWords) => ReactNode | undefined {
  return (url, words) => {
    const preview = previews.get(url)
    return preview && <LinkCard preview={withCardOverrides(preview, words)} href={url} />
  }
}
