import type { Metadata } from 'next'
import { Message } from '@/components/ui/message'

export const metadata: Metadata = { title: 'It is erased', robots: { index: false } }

export default function ErasedPage() {
  return (
    <Message title="It is erased">
      <p>
        Nothing of what you were shown is kept any more. What this browser itself remembers (its
        name for you, drafts) can be removed in its settings.
      </p>
      <p className="mt-5">
        <a href="/">All posts</a>
      </p>
    </Message>
  )
}
