import { Message } from '@/components/ui/message'

export const metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <Message title="There is no such page">
      <p className="system-fonts">
        It may have been moved or taken back. <a href="/">All posts</a> are one step away, and the{' '}
        <a href="/archive">archive</a> has every year.
      </p>
    </Message>
  )
}
