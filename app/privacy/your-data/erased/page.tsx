import type { Metadata } from 'next'
import { Message } from '@/components/ui/message'

export const metadata: Metadata = { title: 'It is erased', robots: { index: false } }

export default function ErasedPage() {
  return (
    <Message title="It is erased">
      <p>
        All data that was shown to you has been deleted. You can remove what this browser stores
        (your name, drafts) in its settings.
      </p>
      <p className="mt-5">
        <a href="/">All posts</a>
      </p>
    </Message>
  )
}
