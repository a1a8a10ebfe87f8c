import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '@/scripts/embedded-postgres'
import { servePages } from '@/test/link-previews/serve-pages'
import { startMailingBlog } from '@/test/servers/mailing-blog'
import { startServer } from '@/test/servers/server'

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
})
/** The OTLP request for traces, in JSON. */
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

const spans: z.infer<typeof span>[] = []
/** Receives traces, and is the target of a link preview. */
const receiver = await servePages((request, response) => {
  if (request.url !== '/v1/traces')
    return void response.setHeader('Content-Type', 'text/html').end('<title>A page</title>')
  void text(request).then((body) => {
    for (const { scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans)
      spans.push(...scopeSpans.flatMap((each) => each.spans))
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
})
afterAll(receiver.close)

const blog = await startMailingBlog()
const port = String(await freePort())
const server = await startServer({
  ...blog.environment,
  DATABASE_URL: blog.server.databaseUrl,
  LINK_PREVIEW_ALLOW_ORIGINS: receiver.origin,
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_METRICS_EXPORTER: 'prometheus',
  OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
  OTEL_EXPORTER_PROMETHEUS_PORT: port,
})

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('standard variables start a Prometheus exporter with the metrics of the blog', async () => {
  await server.request(`/api/og-metadata?url=${encodeURIComponent(`${receiver.origin}/page`)}`)
  await blog.write({ author_email: 'kim@reader.example' }, {}, server)
  // The response cache gets the route from the first request, and stores the second response.
  for (let n = 0; n < 3; n++) await server.request('/api/comments?slug=hello')
  await blog.runCron('send-mails', server)
  await blog.mailTo('kim@reader.example')
  const metrics = await scrape()
  for (const [name, labels] of [
    ['http_server_request_duration_count', 'http_route="/api/comments"'],
    ['http_server_request_duration_count', 'afterword_cached="true"'],
    ['db_client_operation_duration_count', 'db_system_name="postgresql"'],
    ['db_client_connection_count', 'state="idle"'],
    ['afterword_link_preview_duration_count', ''],
    ['afterword_mail_duration_count', ''],
    ['afterword_timer_duration_count', 'timer="send-mails"'],
    ['afterword_timer_age', 'timer="send-mails"'],
    ['afterword_rate_limit_total', 'limit="comments"'],
    ['afterword_outbox_due', ''],
    ['afterword_outbox_age', ''],
  ])
    expect(metrics.split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} `)),
    )
  expect(metrics).toContain('service_name="afterword"')
  expect(metrics).not.toMatch(/reader\.example|owner\.example/)
})

test('continues the trace of the client, down to the queries', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = '00f067aa0ba902b7'
  await server.request('/api/comments?slug=hello&limit=7', {
    headers: { traceparent: `00-${traceId}-${parent}-01` },
  })
  const own = () => spans.filter((each) => each.traceId === traceId)
  await expect.poll(() => own().map(({ name }) => name)).toContain('db.client.operation')
  await expect.poll(() => own().some(({ parentSpanId }) => parentSpanId === parent)).toBe(true)
})

test('counts the errors of pages by route', async () => {
  await blog.database.query('ALTER TABLE posts RENAME TO articles')
  expect((await fetch(`${server.url}/search?q=words`)).status).toBe(500)
  await blog.database.query('ALTER TABLE articles RENAME TO posts')
  expect(await scrape()).toMatch(/^afterword_errors_total\{[^}]*http_route="\/search"/m)
})

test('sends the remaining spans when the server stops', async () => {
  const traceId = 'a3ce929d0e0e47364bf92f3577b34da6'
  await server.request('/api/search?q=words', {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  await server.stop()
  expect(spans.some((each) => each.traceId === traceId)).toBe(true)
})
