'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/** Shows the Markdown of an image, with a button that copies it if JavaScript is available. */
export function CopyMarkdown({ markdown, label }: { markdown: string; label: string }) {
  const t = useTranslations('imagesClient')
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(markdown).then(
      () => setCopied(true),
      // If the browser denies access to the clipboard, the text can be copied from the field.
      () => setCopied(false),
    )
  }
  return (
    <div className="image-copy">
      <input
        readOnly
        value={markdown}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="admin-link" onClick={copy}>
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </button>
    </div>
  )
}
