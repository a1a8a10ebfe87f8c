import { imageLimits } from '@/lib/images/image'

/**
 * Uploads an image without JavaScript. It posts to a route of its own, because server actions do
 * not accept megabytes.
 */
export function UploadForm() {
  return (
    <form
      action="/admin/images/upload"
      method="post"
      encType="multipart/form-data"
      className="admin-form image-upload"
    >
      <div className="admin-field">
        <label htmlFor="admin-image">Add an image</label>
        <input
          id="admin-image"
          type="file"
          name="image"
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif,image/svg+xml"
          required
          aria-describedby="admin-image-hint"
        />
        <small id="admin-image-hint">
          JPEG, PNG, GIF, WebP, AVIF or SVG, at most {imageLimits.throughServerBytesMax / 1_048_576}{' '}
          MB. Images are re-encoded, which removes their location and camera data.
        </small>
      </div>
      <button type="submit" className="admin-button">
        Add
      </button>
    </form>
  )
}
