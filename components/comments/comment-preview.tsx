import type { ReactNode } from 'react'

/** What a comment will look like, in the language of the blog: the form around it is in the interface's. */
export function CommentPreview({ children }: { children: ReactNode }) {
  return (
    <section
      className="comment-preview prose prose-comment"
      aria-label="Preview"
      lang={document.documentElement.lang}
      dir="auto"
      tabIndex={0}
    >
      {children}
    </section>
  )
}
