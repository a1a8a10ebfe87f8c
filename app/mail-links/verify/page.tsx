import type { Metadata } from 'next'
import { AddressForm } from '@/components/mail/address-form'
import { Message } from '@/components/ui/message'
import { AppError } from '@/lib/errors'
import { type AddressToVerify, getAddressToVerify } from '@/lib/mail/verify-address'
import { commentPath } from '@/lib/paths'

export const dynamic = 'force-dynamic'

/** The URL of this page is a secret, so it is not sent to other sites as a referrer. */
export const metadata: Metadata = {
  title: 'Confirm your address',
  robots: { index: false },
  referrer: 'same-origin',
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

/** Opening this page changes nothing, because mail software follows links. */
export default async function VerifyPage({ searchParams }: Props) {
  const { token } = await searchParams
  const asked = await readAddress(typeof token === 'string' ? token : '')
  if (asked instanceof AppError)
    return <Message title="This link cannot be used">{asked.detail}</Message>
  const cause = asked.comments.find(({ id }) => id === asked.commentId)
  if (asked.isVerified && cause) {
    return (
      <Message title="Your address is confirmed">
        Your name is marked on <a href={commentPath(cause.slug, cause.id)}>your comment</a>
        {cause.status === 'pending' && ' once it has been approved'}, and you will be notified of
        replies. Comments that you write from this browser with that address are marked at once. You
        can also <a href="/privacy/your-data#address">view, download or erase</a> everything that
        you wrote under it.
      </Message>
    )
  }
  if (asked.comments.length === 0)
    return <Message title="There is nothing to confirm">The comment was deleted.</Message>
  return <AddressForm asked={asked} token={typeof token === 'string' ? token : ''} />
}

async function readAddress(token: string): Promise<AddressToVerify | AppError> {
  try {
    return await getAddressToVerify(token)
  } catch (error) {
    if (
      error instanceof AppError &&
      (error.code === 'link-invalid' || error.code === 'link-expired')
    )
      return error
    throw error
  }
}
