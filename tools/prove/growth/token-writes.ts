import { randomUUID } from 'node:crypto'
import { db } from '@/lib/db/client'
import { issueDataTicket } from '@/lib/mail/data-ticket'
import { unsubscribeToken, verificationToken } from '@/lib/mail/mail-links'
import { encryptAddress } from '@/lib/mail/reader-address'
import { sendRawRequest } from '@/tools/prove/load/send-raw-request'
import { addedComment } from './added-comment'
import type { NamedWrite, Prepare, PreparedWrite } from './prepared-write'

function posting(path: string, fields: object, status: number): PreparedWrite {
  const body = Buffer.from(JSON.stringify(fields))
  return {
    request: { method: 'POST', path, headers: { 'content-type': 'application/json' }, body },
    isDone: (result) => result.status === status,
  }
}

/** Returns the writes by links in e-mails, by readers on their data, and by browser reports. */
export function tokenWrites(
  origin: string,
  { id: postId, slug }: { id: number; slug: string },
): NamedWrite[] {
  const addReader = async () => {
    const email = `${randomUUID()}@example.org`
    const address = await db().readerAddress.create({ data: encryptAddress(email) })
    const { id: comment } = await db().comment.create({
      data: {
        postId,
        status: 'published',
        authorName: 'Ada',
        content: 'Words.',
        addressId: address.id,
      },
    })
    return { email, address, comment }
  }
  const prepared: Record<string, Prepare> = {
    'POST /api/unsubscribe': async () => {
      const { address } = await addReader()
      return posting(
        '/api/unsubscribe',
        { token: unsubscribeToken(address), 'List-Unsubscribe': 'One-Click' },
        200,
      )
    },
    'POST /api/verify-address': async () => {
      const { address, comment } = await addReader()
      const write = posting(
        '/api/verify-address',
        { token: verificationToken(address, comment), [`comment-${comment}`]: 'on' },
        303,
      )
      return {
        ...write,
        isDone: async () =>
          (await db().comment.count({ where: { id: comment, verifiedAt: { not: null } } })) === 1,
      }
    },
    'POST /privacy/your-data/[ticket]/erase': async () => {
      const { address } = await addReader()
      return posting(
        `/privacy/your-data/${issueDataTicket({ addressIds: [address.id], commentIds: [] })}/erase`,
        { sure: 'yes' },
        303,
      )
    },
    'POST /privacy/your-data/by-address': async () => {
      const { email, address } = await addReader()
      const write = posting('/privacy/your-data/by-address', { author_email: email }, 303)
      // The response is the same if no e-mail is sent, so the outbox is checked.
      return {
        ...write,
        isDone: async () =>
          (await db().outboxMail.count({ where: { addressId: address.id } })) === 1,
      }
    },
    'POST /comments/yours': async () => {
      const { request } = posting(
        '/api/comments',
        { slug, author_name: 'Ada', content: `Words ${randomUUID()}` },
        201,
      )
      const { id, edit_token } = addedComment.parse(
        JSON.parse((await sendRawRequest(origin, request)).text),
      )
      return posting('/comments/yours', { tokens: `${id} ${edit_token}` }, 303)
    },
  }
  return Object.entries(prepared)
}
