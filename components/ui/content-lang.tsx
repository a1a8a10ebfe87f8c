import { type ReactNode, use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

/** What the blog or its readers say, amid the interface’s words: in the blog’s language, in a direction of its own. */
export function ContentLang({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi lang={ownLanguage(use(getBlog()).language)} className={className}>
      {children}
    </bdi>
  )
}
