import { type ReactNode, use } from 'react'
import { getBlog } from '@/lib/settings/get-blog'
import { ownLanguage } from '@/lib/text/interface-language'

/** Marks text in the blog's language within the interface, with its own text direction. */
export function ContentLang({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi lang={ownLanguage(use(getBlog()).language)} className={className}>
      {children}
    </bdi>
  )
}
