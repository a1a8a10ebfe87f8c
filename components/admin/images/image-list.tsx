import { useTranslations } from 'next-intl'
import type { ListedImage } from '@/lib/images/image'
import { ImageItem } from './image-item'

type Props = {
  images: ListedImage[]
  page: number
  pages: number
  remove: (form: FormData) => Promise<void>
}

/** Lists all images of the blog, newest first. */
export function ImageList({ images, page, pages, remove }: Props) {
  const [t, admin] = [useTranslations('images'), useTranslations('admin')]
  if (images.length === 0)
    return <p className="admin-muted">{t(page === 1 ? 'empty' : 'noMore')}</p>
  return (
    <>
      <ul className="image-list">
        {images.map((image) => (
          <ImageItem key={image.id} image={image} remove={remove} />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={admin('pages')} className="image-pages">
          {page > 1 && <a href={`/admin/images?page=${page - 1}`}>{admin('newer')}</a>}
          {page < pages && <a href={`/admin/images?page=${page + 1}`}>{admin('older')}</a>}
        </nav>
      )}
    </>
  )
}
