'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { ImageLibrary } from '@/components/editor/images/image-library'
import { uploadImage } from '@/components/editor/images/upload-image'
import { messageOf } from '@/lib/errors'
import { usePostForm } from './post-form-context'

/** The cover of a post: a URL, an upload or a stored image. */
export function CoverField() {
  const { typed, faultOf } = usePostForm()
  const t = useTranslations('postFormClient')
  const text = useTranslations('editor')
  const field = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState(typed.cover)
  const [failure, setFailure] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const choose = (chosen: string) => {
    const input = field.current?.querySelector('input')
    if (!input) return
    input.value = chosen
    // React does not report a value that a script sets.
    setUrl(chosen)
    // The form saves a field on its `input` event.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const upload = async (file: File | undefined) => {
    if (!file) return
    setFailure(undefined)
    try {
      choose(await uploadImage(file, text))
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <div ref={field} className="post-cover">
      <AdminField
        id="post-cover"
        name="cover"
        label={t('fields.cover')}
        defaultValue={typed.cover}
        fault={faultOf('cover') ?? failure}
        hint={t('hints.cover')}
        inputMode="url"
        autoComplete="off"
        onChange={({ target }) => setUrl(target.value)}
      />
      {/^(?:\/|https:)/.test(url) && <img src={url} alt="" />}
      <div className="post-cover-tools">
        <label className="post-act">
          {t('cover.upload')}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => {
              void upload(target.files?.[0])
              // Otherwise, choosing the same file after an error would have no effect.
              target.value = ''
            }}
          />
        </label>
        <button type="button" className="post-act" onClick={() => setPicking(true)}>
          {t('cover.pick')}
        </button>
        {url !== '' && (
          <button type="button" className="post-act" onClick={() => choose('')}>
            {t('cover.remove')}
          </button>
        )}
      </div>
      {isPicking && <ImageLibrary choose={choose} close={() => setPicking(false)} />}
    </div>
  )
}
