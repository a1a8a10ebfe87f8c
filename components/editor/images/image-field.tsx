'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useRef, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { messageOf } from '@/lib/errors'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { ImageLibrary } from './image-library'
import { uploadImage } from './upload-image'
import '@/components/editor/editor.css'
import './images.css'

type Props = ComponentProps<typeof AdminField> & {
  /** True if only images of this blog are valid. */
  isOwn?: boolean
}

/** The field of an image: a URL, an upload or a stored image. */
export function ImageField({ defaultValue, fault, isOwn = false, ...input }: Props) {
  const t = useTranslations('postFormClient.cover')
  const text = useTranslations('editor')
  const field = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState(String(defaultValue ?? ''))
  const [failure, setFailure] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const isShown = isOwn ? parseOwnImage(url) !== undefined : /^(?:\/|https:)/.test(url)
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
    <div ref={field} className="image-field">
      <AdminField
        {...input}
        defaultValue={defaultValue}
        fault={fault ?? failure}
        autoComplete="off"
        onChange={({ target }) => setUrl(target.value)}
      />
      {isShown && <img src={url} alt="" />}
      <div className="image-field-tools">
        <label className="post-act">
          {t('upload')}
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
          {t('pick')}
        </button>
        {url !== '' && (
          <button type="button" className="post-act" onClick={() => choose('')}>
            {t('remove')}
          </button>
        )}
      </div>
      {isPicking && <ImageLibrary choose={choose} close={() => setPicking(false)} />}
    </div>
  )
}
