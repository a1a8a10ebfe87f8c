import { type ReactNode, use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { markedLanguage } from '@/lib/settings/page-language'

/** Marks text in the blog's language within the interface, with its own text direction. */
export function ContentLang({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi lang={use(markedLanguage(use(getBlog()).language))} className={className}>
      {children}
    </bdi>
  )
}

/** Returns a tag for `t.rich`: a link whose text is in the blog's language. */
export const contentLink = (href: string) => (text: ReactNode) => (
  <a href={href}>
    <ContentLang>{text}</ContentLang>
  </a>
)
