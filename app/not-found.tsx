import { Message } from '@/components/ui/message'

export const metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <Message title="There is no such page">
      <p className="system-fonts">
        It may have been moved or unpublished. See <a href="/">All posts</a> or the{' '}
        <a href="/archive">archive</a>.
      </p>
    </Message>
  )
}
