import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { StoredImage } from '@/lib/images/image'

type Page = { images: StoredImage[]; pages: number }

/** Returns a page of the stored images; undefined if the server is unreachable. */
async function fetchImages(page: number): Promise<Page | undefined> {
  try {
    const response = await fetch(`/admin/images/library?page=${page}`)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
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
  const [page, setPage] = useState(1)
  const [{ images, pages, hasFailed }, setShown] = useState<Page & { hasFailed: boolean }>({
    images: [],
    pages: 1,
    hasFailed: false,
  })
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    let isStale = false
    void fetchImages(page).then((found) => {
      if (isStale) return
      setShown((shown) => ({
        images: [...(page === 1 ? [] : shown.images), ...(found?.images ?? [])],
        pages: found?.pages ?? shown.pages,
        hasFailed: !found,
      }))
    })
    return () => {
      isStale = true
    }
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
      {images.length === 0 && !hasFailed && <p className="admin-muted">{t('empty')}</p>}
      <ul>
        {images.map(({ url, thumbnail, addedOn }) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => {
                choose(url)
                dialog.current?.close()
              }}
            >
              <img src={thumbnail} alt={t('choose', { date: addedOn })} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <div className="editor-choices">
        <button type="button" className="admin-link" onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
        {page < pages && (
          <button type="button" className="admin-link" onClick={() => setPage(page + 1)}>
            {t('more')}
          </button>
        )}
      </div>
    </dialog>
  )
}
