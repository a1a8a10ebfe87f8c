import type { Metadata } from 'next'
import { Message } from '@/components/ui/message'

export const metadata: Metadata = { title: 'Check your mail', robots: { index: false } }

export default function SentPage() {
  return (
    <Message title="Check your mail">
      <p>
        If data is stored under that address, we have sent a link. We send at most one an hour, and
        it expires after an hour. If you have not confirmed the address yet, confirm it first and
        then ask again.
      </p>
      <p className="mt-5">
        <a href="/">All posts</a>
      </p>
    </Message>
  )
}
