import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminField, AdminForm } from '@/components/admin/admin-form'
import { sectionMetadata } from '@/components/admin/admin-page'
import { CopyField } from '@/components/admin/copy-field'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { queryPage } from '@/components/admin/query-text'
import { imageLimits } from '@/lib/images/image'
import { listImages } from '@/lib/images/list-images'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { ImageItem } from './image-item'
import '@/components/admin/images/images.css'

export const generateMetadata = sectionMetadata('images')

/** Lists the images that posts use or could use, newest first. */
export default sectionPage('images', async (actor, given) => {
  const added = String(given.added ?? '')
  const page = queryPage.parse(given.page)
  const { images, pages } = await listImages(actor, page)
  const [t, admin] = await Promise.all([getTranslations('images'), getTranslations('admin')])
  return (
    <>
      {parseOwnImage(added) && (
        <section className="admin-notice" aria-labelledby="image-added">
          <h2 id="image-added">{t('added')}</h2>
          <CopyField text={imageMarkdown({ url: added })} label={t('addedMarkdown')} />
        </section>
      )}
      {/* The form works without JavaScript. Server actions do not accept megabytes, so it posts
          to a route. */}
      <AdminForm
        action="/admin/images/upload"
        method="post"
        encType="multipart/form-data"
        className="admin-form image-upload"
        submit={t('submit')}
      >
        <AdminField
          type="file"
          name="image"
          label={t('upload')}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif,image/svg+xml"
          required
          hint={t('uploadHint', { max: imageLimits.throughServerBytesMax / 1_048_576 })}
        />
      </AdminForm>
      {images.length === 0 && <p className="admin-muted">{t(page === 1 ? 'empty' : 'noMore')}</p>}
      <ul className="image-list">
        {images.map((image) => (
          <ImageItem key={image.id} image={image} mayDelete={actor.role === 'owner'} />
        ))}
      </ul>
      {images.length > 0 && pages > 1 && (
        <nav aria-label={admin('pages')} className="image-pages">
          {page > 1 && <a href={`/admin/images?page=${page - 1}`}>{admin('newer')}</a>}
          {page < pages && <a href={`/admin/images?page=${page + 1}`}>{admin('older')}</a>}
        </nav>
      )}
    </>
  )
})
