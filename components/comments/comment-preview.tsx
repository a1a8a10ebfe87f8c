import type { ReactNode } from 'react'

/** Preview of a comment in the language of the blog, which may differ from that of the form. */
export function CommentPreview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className="comment-preview prose prose-comment"
      aria-label={label}
      lang={document.documentElement.lang}
      dir="auto"
      tabIndex={0}
    >
      {children}
    </section>
  )
}
