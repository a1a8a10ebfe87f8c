import type { Metadata } from 'next'
import { Message } from '@/components/ui/message'
import { AppError } from '@/lib/errors'
import { isSubscribed } from '@/lib/mail/unsubscribe'

export const dynamic = 'force-dynamic'

/** The URL of this page is a secret, so it is not sent to other sites as a referrer. */
export const metadata: Metadata = {
  title: 'Mail from this blog',
  robots: { index: false },
  referrer: 'same-origin',
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

/** Opening this page changes nothing, because mail software follows links. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const given = (await searchParams).token
  const token = typeof given === 'string' ? given : ''
  const state = await readState(token)
  if (state instanceof AppError)
    return <Message title="This link cannot be used">{state.detail}</Message>
  const [title, text, intent, button] = state
    ? [
        'Get no more mail?',
        'You are notified of replies to your comments.',
        'unsubscribe',
        'Send me no more mail',
      ]
    : [
        'You get no more mail',
        'We no longer send mail to your address.',
        'subscribe',
        'Subscribe again',
      ]
  return (
    <Message title={title}>
      <p>{text}</p>
      <form method="post" action="/api/unsubscribe" className="comment-form mt-8">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value={intent} />
        <p className="comment-buttons">
          <button type="submit">{button}</button>
        </p>
      </form>
    </Message>
  )
}

async function readState(token: string): Promise<boolean | AppError> {
  try {
    return await isSubscribed(token)
  } catch (error) {
    if (error instanceof AppError && error.code === 'link-invalid') return error
    throw error
  }
}
