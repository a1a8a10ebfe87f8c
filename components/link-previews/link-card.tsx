import type { LinkPreview } from '@/lib/link-previews/link-preview'

/**
 * A link as a card. Its pictures are strangers': they come late, tell nobody where the reader is, and stand in places
 * of a fixed size, so that nothing moves, and nothing is missed where one does not come.
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
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
          />
          <bdi className="min-w-0 truncate">{preview.siteName}</bdi>
        </span>
        <span className="hidden text-fine [overflow-wrap:anywhere] print:block">{href}</span>
      </a>
      {preview.image !== '' && (
        <span className="link-card-image">
          <img
            src={preview.image}
            alt=""
            width="240"
            height="126"
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
          />
        </span>
      )}
    </div>
  )
}
