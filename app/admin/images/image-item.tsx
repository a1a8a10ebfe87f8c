import { useTranslations } from 'next-intl'
import { AdminForm } from '@/components/admin/admin-form'
import { CopyField } from '@/components/admin/copy-field'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { DateTime } from '@/components/ui/date-time'
import type { ListedImage } from '@/lib/images/image'
import { remove } from './actions'

type Props = { image: ListedImage; mayDelete: boolean }

export function ImageItem({ image, mayDelete }: Props) {
  const { id, url, thumbnail, width, height, bytes, isMoving, addedAt } = image
  const { posts, isUsedElsewhere } = image
  const t = useTranslations('images')
  return (
    <li>
      <a href={url} className="image-thumbnail">
        <img
          src={thumbnail}
          alt={t('open', { date: addedAt.toISOString().slice(0, 10) })}
          loading="lazy"
          decoding="async"
        />
      </a>
      <p className="admin-muted">
        {t.rich('details', {
          width,
          height,
          size: Math.max(1, Math.round(bytes / 1_024)),
          isMoving: String(isMoving),
          date: () => <DateTime value={addedAt} />,
        })}
      </p>
      <CopyField text={imageMarkdown({ url })} label={t('markdown', { width, height })} />
      {posts.length > 0 && (
        <p className="admin-muted">
          {t.rich('usedIn', {
            posts: () =>
              posts.map((post, index) => (
                <span key={post.id}>
                  {index > 0 && ', '}
                  <a href={`/admin/posts/${post.id}`}>{post.title}</a>
                </span>
              )),
          })}
        </p>
      )}
      {posts.length === 0 && isUsedElsewhere && <p className="admin-muted">{t('usedElsewhere')}</p>}
      {posts.length === 0 && !isUsedElsewhere && mayDelete && (
        <details className="image-delete">
          <summary className="admin-link">{t('unused')}</summary>
          <AdminForm action={remove} fields={{ id }} className="" submit={t('delete')} isDangerous>
            <p className="admin-muted">{t('permanent')}</p>
          </AdminForm>
        </details>
      )}
    </li>
  )
}
