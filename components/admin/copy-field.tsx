'use client'
import { useTranslations } from 'next-intl'
import { type FocusEvent, useState } from 'react'

/** Shows a string in a field, with a button that copies it if JavaScript is available. */
export function CopyField({ text, label }: { text: string; label: string }) {
  const t = useTranslations('copyField')
  const [isCopied, setCopied] = useState(false)
  const lines = text.split('\n').length
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
      {lines > 1 ? (
        <textarea {...field} rows={lines + 1} wrap="off" dir="ltr" />
      ) : (
        <input {...field} />
      )}
      <button type="button" className="admin-link" onClick={copy}>
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </button>
    </div>
  )
}
