import 'server-only'
import type { Attributes } from '@opentelemetry/api'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { measure } from '@/lib/telemetry/measure'
import type { Sender } from './mail-settings'

/** An e-mail for the server. Only e-mails to the owner may have several recipients. */
export type Mail = {
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** Stable for each row of the outbox, so that mail clients recognise duplicates. */
  messageId: string
  /** Common id by which mail clients group the e-mails about a post (RFC 5322, 3.6.4). */
  inReplyTo?: string | undefined
  headers: Record<string, string>
}

/** Timeout of each step and of the whole attempt, in milliseconds. */
const timeoutMs = 10_000

/** A failed attempt. */
export type FailedDelivery = {
  /** Contains only codes, because server messages repeat addresses. */
  reason: string
  /** The server rejected this message permanently. */
  isFinal: boolean
  /** Other e-mails would fail too. */
  isServerUnavailable: boolean
}

/** Runs `work` with its own connection. Returns a failure, and never throws. */
async function withTransport(
  smtpUrl: string,
  work: (transport: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<FailedDelivery | undefined> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    dnsTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    // An e-mail must not cause file or network access.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await work(transport)
    return undefined
  } catch (error) {
    return classifyError(error)
  } finally {
    transport.close()
  }
}

/** Sends one e-mail. Returns a failure, and never throws. */
export function deliverMail(
  mail: Mail,
  { smtpUrl, from, blogName }: Sender,
): Promise<FailedDelivery | undefined> {
  const { to, headers, inReplyTo, ...content } = mail
  const attributes: Attributes = {}
  return measure('afterword.mail', attributes, async () => {
    const failed = await withTransport(smtpUrl, (transport) =>
      transport.sendMail({
        ...content,
        from: { name: blogName, address: from },
        to: to.map((address) => ({ name: '', address })),
        // The recipients come from the envelope, regardless of the headers.
        envelope: { from, to: [...to] },
        headers,
        ...(inReplyTo && { inReplyTo, references: inReplyTo }),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    if (failed) attributes['error.type'] = failed.reason
    return failed
  })
}

/** Signs in to the mail server without sending an e-mail. Returns a failure, and never throws. */
export const checkMailServer = (smtpUrl: string): Promise<FailedDelivery | undefined> =>
  withTransport(smtpUrl, (transport) => transport.verify())

const smtpError = z.object({
  name: z.string().catch('unknown'),
  // A number in a timeout.
  code: z.string().optional().catch(undefined),
  responseCode: z.number().optional(),
  command: z.string().optional(),
})

/**
 * Classifies an error. A permanent error (5xx) for the recipient or the message is final. One for
 * the sign-in or the sender is not, because the owner can fix the configuration.
 */
function classifyError(error: unknown): FailedDelivery {
  const { name, code = name, responseCode, command } = smtpError.parse(error)
  const reason = [code, command, responseCode].filter((sign) => sign !== undefined).join(' ')
  const isPermanent = responseCode !== undefined && responseCode >= 500
  const isFinal = isPermanent && (command === 'RCPT TO' || command === 'DATA')
  const isServerUnavailable =
    !isFinal && (responseCode === undefined || command === 'CONN' || code === 'EAUTH')
  return { reason, isFinal, isServerUnavailable }
}
