import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { servePages } from '@/test/link-previews/serve-pages'

const payload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({
    slug: z.string(),
    url: z.string(),
    comment: z.looseObject({ id: z.number(), content: z.string(), author_name: z.string() }),
  }),
})

export type ReceivedWebhook = z.infer<typeof payload> & {
  /** `webhook-id`, the same for all attempts. */
  id: string
  sentAt: number
  body: string
}

/**
 * Starts a receiver of webhooks on a free port that verifies each signature with the library of the
 * Standard Webhooks specification. The caller stops it.
 */
export async function startWebhookReceiver(secret: string) {
  const verifier = new Webhook(secret)
  const received: ReceivedWebhook[] = []
  const events = new EventEmitter()
  const waiting: ServerResponse[] = []
  let status: number | 'hangs' = 204
  let location: string | undefined

  const server = await servePages((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      // Throws for an invalid signature or time. The test then times out.
      const content = payload.parse(verifier.verify(body, headers))
      const id = headers['webhook-id'] ?? ''
      received.push({ ...content, id, sentAt: Number(headers['webhook-timestamp']), body })
      if (status === 'hangs') waiting.push(response)
      else response.writeHead(status, location === undefined ? {} : { Location: location }).end()
      events.emit('webhook')
    })
  })

  return {
    url: `${server.origin}/webhook`,
    received,
    stop: server.close,
    /** Sets the status of the responses. A receiver that hangs sends none. */
    behave: (next: number | 'hangs', redirectTo?: string) => {
      status = next
      location = redirectTo
    },
    /** Responds to the requests that hang. */
    release: () => {
      for (const response of waiting.splice(0)) response.writeHead(204).end()
    },
    forget: () => {
      received.length = 0
    },
    /** Resolves with the first webhook, past or future, that meets the condition. */
    next: async (
      isMeant: (webhook: ReceivedWebhook) => boolean = () => true,
    ): Promise<ReceivedWebhook> => {
      for (;;) {
        const found = received.find(isMeant)
        if (found) return found
        await once(events, 'webhook')
      }
    },
  }
}
