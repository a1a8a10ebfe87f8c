import { EventEmitter, once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received e-mail: the parsed message, its envelope recipients and its source. */
export type ReceivedMail = { mail: Email; recipients: string[]; sender: string; source: string }

/** The behaviour of the server: normal, or one of several failures. */
export type ServerBehaviour =
  | 'taking'
  /** Accepts connections and sends nothing. */
  | 'silent'
  /** Reads the message and closes the connection without a response. */
  | 'dying'
  /** Refuses all recipients, or only one. */
  | { refusesRecipient: number; only?: string }
  | { refusesMessage: number }

/** Starts a real SMTP server on a free port. The caller stops it. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const events = new EventEmitter()
  const sockets = new Set<Socket>()
  let behaviour: ServerBehaviour = 'taking'
  let port = 0
  let server: SMTPServer | undefined

  const refusal = (responseCode: number, text: string) =>
    Object.assign(new Error(text), { responseCode })

  const start = async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, callback) => {
        events.emit('attempt')
        if (behaviour !== 'silent') callback()
      },
      onRcptTo: (address, _session, callback) => {
        // Servers repeat the address in their responses, which must not be logged.
        if (
          typeof behaviour === 'object' &&
          'refusesRecipient' in behaviour &&
          (behaviour.only ?? address.address) === address.address
        )
          callback(refusal(behaviour.refusesRecipient, `<${address.address}> not now`))
        else callback()
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (behaviour === 'dying') {
            for (const socket of sockets) socket.destroy()
            return
          }
          if (typeof behaviour === 'object' && 'refusesMessage' in behaviour) {
            callback(refusal(behaviour.refusesMessage, 'no'))
            return
          }
          const source = Buffer.concat(chunks)
          const { mailFrom, rcptTo } = session.envelope
          void PostalMime.parse(source).then((mail) => {
            const sender = mailFrom === false ? '' : mailFrom.address
            mails.push({
              mail,
              sender,
              recipients: rcptTo.map(({ address }) => address),
              source: source.toString('utf8'),
            })
            callback()
            events.emit('mail')
          })
        })
      },
    })
    server.on('error', () => {
      // A client that disconnects early does not fail a test.
    })
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }

  const stop = async () => {
    const stopped = server
    server = undefined
    if (!stopped) return
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => stopped.close(() => resolve()))
  }

  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    start,
    /** Refuses connections until it is started again on the same port. */
    stop,
    behave: (next: ServerBehaviour) => {
      behaviour = next
    },
    /** Resolves on the next connection. */
    nextAttempt: () => once(events, 'attempt'),
    /** Resolves with the first e-mail, past or future, that meets the condition. */
    next: async (
      isMeant: (received: ReceivedMail) => boolean = () => true,
    ): Promise<ReceivedMail> => {
      for (;;) {
        const found = mails.find(isMeant)
        if (found) return found
        await once(events, 'mail')
      }
    },
    forget: () => {
      mails.length = 0
    },
  }
}
