import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { ListedImage } from '@/lib/images/image'

type Listed = Pick<ListedImage, 'url' | 'thumbnail'> & { addedAt: string }
/** The images on the pages that were loaded so far. */
type Loaded = { images: Listed[]; page: number; pages: number; hasFailed: boolean }

const nothing: Loaded = { images: [], page: 0, pages: 0, hasFailed: false }

/** Adds the next page of the stored images. */
async function loadMore({ images, page, pages }: Loaded): Promise<Loaded> {
  try {
    const response = await fetch(`/admin/images/library?page=${page + 1}`)
    if (!response.ok) return { images, page, pages, hasFailed: true }
    const next: Pick<Loaded, 'images' | 'pages'> = await response.json()
    return { ...next, images: [...images, ...next.images], page: page + 1, hasFailed: false }
  } catch {
    return { images, page, pages, hasFailed: true }
  }
}

/** A dialog to choose a stored image, newest first. */
export function ImageLibrary({
  choose,
  close,
}: {
  choose: (url: string) => void
  close: () => void
}) {
  const t = useTranslations('editor.library')
  const dialog = useRef<HTMLDialogElement>(null)
  const [loaded, setLoaded] = useState(nothing)
  const { images, page, pages, hasFailed } = loaded
  useEffect(() => {
    dialog.current?.showModal()
    void loadMore(nothing).then(setLoaded)
  }, [])
  useEffect(() => {
    if (page === 1) dialog.current?.querySelector<HTMLElement>('li button')?.focus()
  }, [page])
  return (
    <dialog
      ref={dialog}
      className="editor-dialog image-library"
      aria-label={t('title')}
      onClose={close}
    >
      <h2>{t('title')}</h2>
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {page > 0 && images.length === 0 && <p className="admin-muted">{t('empty')}</p>}
      <ul>
        {images.map(({ url, thumbnail, addedAt }) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => {
                choose(url)
                dialog.current?.close()
              }}
            >
              <img
                src={thumbnail}
                alt={t('choose', { date: addedAt.slice(0, 10) })}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <div className="editor-choices">
        <button type="button" className="admin-link" onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
        {page < pages && (
          <button
            type="button"
            className="admin-link"
            onClick={() => void loadMore(loaded).then(setLoaded)}
          >
            {t('more')}
          </button>
        )}
      </div>
    </dialog>
  )
}
