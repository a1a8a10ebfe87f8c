import 'server-only'
import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import type { Sender } from './mail-settings'

/** Each wait, and the whole of an attempt: a server that does not answer holds up the next mail no longer. */
const timeoutMs = 10_000

/** What became of an attempt. `reason` names codes alone: servers repeat addresses in their words. */
export type Delivery =
  | { outcome: 'sent' }
  /** The server will not have this message, today or tomorrow. */
  | { outcome: 'refused'; reason: string }
  /** It may be taken later. `isServerAway`: so may any other. */
  | { outcome: 'failed'; reason: string; isServerAway: boolean }

/** Hands one mail to the server, over a connection of its own. It never throws. */
export async function deliverMail(
  mail: Mail,
  { smtpUrl, from, blogName }: Sender,
): Promise<Delivery> {
  const { to, headers, inReplyTo, ...content } = mail
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    dnsTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    // Nothing in a mail may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      ...content,
      from: { name: blogName, address: from },
      to: { name: '', address: to },
      // Whatever the headers say, it goes to this one address.
      envelope: { from, to: [to] },
      headers,
      ...(inReplyTo && { inReplyTo, references: inReplyTo }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { outcome: 'sent' }
  } catch (error) {
    return deliveryOf(error)
  } finally {
    transport.close()
  }
}

/** A refusal for good (5xx) of the recipient or of the message is one; of our sign-in or sender it is the owner's to mend. */
function deliveryOf(error: unknown): Delivery {
  const { code, responseCode, command } = signsOf(error)
  const reason = [code, command, responseCode].filter((sign) => sign !== undefined).join(' ')
  const isFinal = responseCode !== undefined && responseCode >= 500
  if (isFinal && (command === 'RCPT TO' || command === 'DATA'))
    return { outcome: 'refused', reason }
  return {
    outcome: 'failed',
    reason,
    isServerAway: responseCode === undefined || command === 'CONN' || code === 'EAUTH',
  }
}

function signsOf(error: unknown): {
  code: string
  responseCode: number | undefined
  command: string | undefined
} {
  const read = (name: string): unknown =>
    error instanceof Error ? Reflect.get(error, name) : undefined
  const [code, responseCode, command] = [read('code'), read('responseCode'), read('command')]
  return {
    code: typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : undefined,
  }
}
