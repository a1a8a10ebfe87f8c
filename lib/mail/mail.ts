/** A mail as it is handed to the server: to one recipient, whose address is nothing but an address. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Stable for one row of the outbox, so that a second copy of it can be told from a second mail. */
  messageId: string
  /** The message that mails about one post gather under (RFC 5322, 3.6.4). It was never sent; programs thread by it all the same. */
  inReplyTo?: string | undefined
  headers: Record<string, string>
}
