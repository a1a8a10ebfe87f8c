import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { LinkCardOverrides } from '@/lib/markdown/link-card-directive'

/** Applies the post author's overrides to a preview. */
export function withCardOverrides(
  preview: LinkPreview,
  { title, description, image }: LinkCardOverrides,
): LinkPreview {
  return {
    ...preview,
    title: title ?? preview.title,
    description: description ?? preview.description,
    image: image ? preview.image : '',
  }
}

const loading = { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' } as const

/**
 * A link as a card. Its images come from other sites and may load late or never. They send no
 * referrer, and their size is fixed to avoid layout shift.
 */
export function LinkCard({ preview, href }: { preview: LinkPreview; href: string }) {
  return (
    <div className="link-card font-sans">
      <a href={href} className="link-card-body no-underline">
        <span className="link-card-title font-serif font-medium" dir="auto">
          {preview.title}
        </span>
        {preview.description !== '' && (
          <span className="link-card-description text-muted text-small" dir="auto">
            {preview.description}
          </span>
        )}
        <span className="flex items-center gap-2 text-fine text-muted">
          <img
            className="link-card-icon"
            src={preview.favicon}
            alt=""
            width="16"
            height="16"
            {...loading}
          />
          <bdi className="min-w-0 truncate">{preview.siteName}</bdi>
        </span>
        <span className="hidden text-fine [overflow-wrap:anywhere] print:block">{href}</span>
      </a>
      {preview.image !== '' && (
        <span className="link-card-image">
          <img src={preview.image} alt="" width="240" height="126" {...loading} />
        </span>
      )}
    </div>
  )
}
