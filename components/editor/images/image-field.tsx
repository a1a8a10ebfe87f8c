'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useRef, useState } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import { useWrittenField, writeField } from '@/components/admin/written-field'
import { messageOf } from '@/lib/errors'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { ImageLibrary } from './image-library'
import { queueUpload, uploadImage } from './upload-image'
import '@/components/editor/editor.css'
import './images.css'

type Props = ComponentProps<typeof AdminField> & {
  /** True if only images of this blog are valid. */
  isOwn?: boolean
}

/** The field of an image: a URL, an upload or a stored image. */
export function ImageField({ defaultValue, error, isOwn = false, ...input }: Props) {
  const t = useTranslations('postFormClient.cover')
  const text = useTranslations('editor')
  const field = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState(String(defaultValue ?? ''))
  const [failure, setFailure] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const [uploading, setUploading] = useState('')
  /** Counts the choices, so that a slow upload does not replace a later choice. */
  const choices = useRef(0)
  const uploads = useRef(0)
  useWrittenField(input.name, setUrl)
  const isShown = isOwn ? parseOwnImage(url) !== undefined : /^(?:\/|https:)/.test(url)
  const choose = (chosen: string) => {
    const input = field.current?.querySelector('input')
    if (!input) return
    choices.current += 1
    writeField(input, chosen)
    // The form saves a field on its `input` event.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  /** Prevents the settings from being saved without the image. The form of a post waits for it. */
  const showUpload = (name?: string) => {
    const message = name === undefined ? '' : text('images.uploading', { name })
    setUploading(message)
    if (isOwn) field.current?.querySelector('input')?.setCustomValidity(message)
  }
  const upload = (file: File) => {
    choices.current += 1
    const choice = choices.current
    uploads.current += 1
    setFailure(undefined)
    showUpload(file.name)
    queueUpload(async () => {
      try {
        const uploaded = await uploadImage(file, text)
        if (choice === choices.current) choose(uploaded)
      } catch (error) {
        if (choice === choices.current) setFailure(messageOf(error))
      }
      uploads.current -= 1
      if (uploads.current === 0) showUpload()
    })
  }
  return (
    <div ref={field} className="image-field">
      <AdminField
        {...input}
        defaultValue={defaultValue}
        error={error ?? failure}
        autoComplete="off"
        onChange={({ target }) => {
          choices.current += 1
          setUrl(target.value)
        }}
      />
      {uploading && <p role="status">{uploading}</p>}
      {isShown && <img src={url} alt="" />}
      <div className="image-field-tools">
        <label className="post-act">
          {t('upload')}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => {
              if (target.files?.[0]) upload(target.files[0])
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
