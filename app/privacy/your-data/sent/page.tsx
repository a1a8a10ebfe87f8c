import type { Metadata } from 'next'
import { Message } from '@/components/ui/message'

export const metadata: Metadata = { title: 'Look into your mail', robots: { index: false } }

export default function SentPage() {
  return (
    <Message title="Look into your mail">
      <p>
        If anything was written here under that address, a link to it is on its way. It is sent once
        an hour at most, and holds for an hour. If you have not confirmed the address yet, you are
        asked to do so first: then ask again.
      </p>
      <p className="mt-5">
        <a href="/">All posts</a>
      </p>
    </Message>
  )
}
