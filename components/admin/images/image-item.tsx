import { DateTime } from '@/components/ui/date-time'
import type { ListedImage } from '@/lib/images/image'
import { imagePath, widthsOf } from '@/lib/markdown/own-image'
import { CopyMarkdown } from './copy-markdown'
import { imageMarkdown } from './image-markdown'

type Props = { image: ListedImage; remove: (form: FormData) => Promise<void> }

/** One image with a preview, its uses and its Markdown. */
export function ImageItem({ image, remove }: Props) {
  const { id, url, width, height, bytes, isMoving, addedAt, posts } = image
  const [narrowest] = widthsOf(width)
  return (
    <li>
      <a href={url} className="image-thumbnail">
        <img
          src={imagePath(image, narrowest)}
          alt={`Added on ${addedAt.toISOString().slice(0, 10)}, open it in full`}
          loading="lazy"
          decoding="async"
        />
      </a>
      <p className="admin-muted">
        {width} × {height}, {Math.max(1, Math.round(bytes / 1_024))} kB{isMoving && ', moving'},{' '}
        <DateTime value={addedAt} />
      </p>
      <CopyMarkdown
        markdown={imageMarkdown({ url })}
        label={`Markdown of the image of ${width} by ${height} pixels`}
      />
      {posts.length > 0 ? (
        <p className="admin-muted">
          In{' '}
          {posts.map((post, index) => (
            <span key={post.id}>
              {index > 0 && ', '}
              <a href={`/admin/posts/${post.id}`}>{post.title}</a>
            </span>
          ))}
        </p>
      ) : (
        <details className="image-delete">
          <summary className="admin-link">In no post: delete it …</summary>
          <form action={remove}>
            <input type="hidden" name="id" value={id} />
            <p className="admin-muted">This cannot be undone.</p>
            <button type="submit" className="admin-button">
              Delete for good
            </button>
          </form>
        </details>
      )}
    </li>
  )
}
