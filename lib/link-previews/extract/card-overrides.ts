import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { LinkCardWords } from '@/lib/markdown/link-card-directive'

/** Applies the post author's overrides to a preview. Safe to import in a browser. */
export function withCardOverrides(
  preview: LinkPreview,
  { title, description, image }: LinkCardWords,
): LinkPreview {
  return {
    ...preview,
    title: title ?? preview.title,
    description: description ?? preview.description,
    image: image ? preview.image : '',
  }
}
