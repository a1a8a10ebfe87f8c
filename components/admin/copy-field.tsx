'use client'
import { useTranslations } from 'next-intl'
import { type FocusEvent, useState } from 'react'

type Props = {
  text: string
  label: string
  /** The height of a text of several lines. */
  rows?: number
}

/** Shows a text in a field, with a button that copies it if JavaScript is available. */
export function CopyField({ text, label, rows }: Props) {
  const t = useTranslations('copyField')
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // If the browser denies access to the clipboard, the text can be copied from the field.
      () => setCopied(false),
    )
  }
  const field = {
    readOnly: true,
    value: text,
    'aria-label': label,
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select(),
  }
  return (
    <div className="admin-copy">
      {rows ? <textarea {...field} rows={rows} wrap="off" dir="ltr" /> : <input {...field} />}
      <button type="button" className="admin-link" onClick={copy}>
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </button>
    </div>
  )
}
