'use client'
import { useState } from 'react'

/** The Markdown of an image, to be taken along: by hand, or with a script by a button. */
export function CopyMarkdown({ markdown, label }: { markdown: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(markdown).then(
      () => setCopied(true),
      // Where the browser refuses, the field is there.
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
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  )
}
