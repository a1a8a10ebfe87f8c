/** A mail for the server, with exactly one recipient. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Stable for each row of the outbox, so that mail programs recognise duplicates. */
  messageId: string
  /**
   * Common message id for mails about one post (RFC 5322, 3.6.4). Mail programs group by it,
   * although no such message was sent.
   */
  inReplyTo?: string | undefined
  headers: Record<string, string>
}
