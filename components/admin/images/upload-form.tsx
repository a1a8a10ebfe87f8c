import { useTranslations } from 'next-intl'
import { imageLimits } from '@/lib/images/image'

/**
 * Uploads an image without JavaScript. It posts to a route of its own, because server actions do
 * not accept megabytes.
 */
export function UploadForm() {
  const t = useTranslations('images')
  return (
    <form
      action="/admin/images/upload"
      method="post"
      encType="multipart/form-data"
      className="admin-form image-upload"
    >
      <div className="admin-field">
        <label htmlFor="admin-image">{t('upload')}</label>
        <input
          id="admin-image"
          type="file"
          name="image"
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif,image/svg+xml"
          required
          aria-describedby="admin-image-hint"
        />
        <small id="admin-image-hint">
          {t('uploadHint', { max: imageLimits.throughServerBytesMax / 1_048_576 })}
        </small>
      </div>
      <button type="submit" className="admin-button">
        {t('submit')}
      </button>
    </form>
  )
}
