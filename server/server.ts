/**
 * The custom server of `npm start`, `npm run demo` and `npm run dev`. Vercel calls the app itself.
 * It handles everything that needs the socket, adds security headers, runs the timers and shuts
 * down gracefully.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { InvalidEnv, parseEnv } from '@/lib/env'
import { localOrigin } from '@/lib/http/local-origin'
import { startPageThread } from '@/lib/link-previews/worker/page-thread'
import { knownFrameHosts } from '@/lib/markdown/iframe-hosts'
import { reservedSegments } from '@/lib/posts/reserved-segments'
import { policySite } from '@/lib/security/content-policy'
import { headerFinder, securityRules } from '@/lib/security/security-headers'
import { telemetry } from '@/lib/telemetry/measure'
import { requestContexts } from '@/lib/telemetry/request-context'
import { writeLogRecords } from '@/lib/telemetry/write-log-records'
import { runTimers } from '@/lib/timers/timers'
import { loadEnvFile } from '@/scripts/load-env-file'
import { probeAtStart } from '@/scripts/missing-migrations'
import { fillEmptyPage } from '@/server/http-fixes/empty-pages'
import { refuse, refuseEarly, refuseMalformed } from '@/server/http-fixes/refuse-early'
import { readTarget } from '@/server/http-fixes/request-target'
import { dedupeLocation, fillHeaders, outageTo503 } from '@/server/http-fixes/response-head'
import { serveUntilStopped } from '@/server/lifecycle/graceful-shutdown'
import { observeRequest } from '@/server/lifecycle/observe-request'
import {
  applyBuiltConfig,
  loadNext,
  setPrivateOrigin,
} from '@/server/response-cache/next-internals'
import { createResponseCache } from '@/server/response-cache/response-cache'

const dev = process.argv.includes('--dev')

const projectDirectory = path.join(import.meta.dirname, '..')
const buildDirectory = path.join(projectDirectory, '.next')

/**
 * Removes policy headers of clients. Next.js would treat one as our own (proxy.ts) and write its
 * nonce into a page that is cached for everyone.
 */
function removeClientPolicies(request: IncomingMessage): void {
  delete request.headers['content-security-policy']
  delete request.headers['content-security-policy-report-only']
}

/** Appends the socket's address to `X-Forwarded-For`, because route handlers cannot see it. */
function appendClientAddress(request: IncomingMessage): void {
  const forwarded = request.headers['x-forwarded-for']
  const address = request.socket.remoteAddress ?? 'unknown'
  request.headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${address}` : address
}

/**
 * Ignores errors of the log streams, whose reader may be gone. Without a listener, an error would
 * be an exception that Next.js logs, which fails again in an endless loop at full processor load.
 */
function ignoreLogErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Returns the socket that systemd opened for this process, or the configured address. systemd keeps
 * the socket open during a restart, so that connections wait instead of being refused
 * (sd_listen_fds(3)).
 */
function listeningAddress(port: number, host: string | undefined) {
  const { LISTEN_FDS, LISTEN_PID } = process.env
  const isActivated = LISTEN_FDS === '1' && LISTEN_PID === String(process.pid)
  return isActivated ? { fd: 3 } : { port, host }
}

async function main(): Promise<void> {
  ignoreLogErrors()
  // Next.js and React read this when they are loaded.
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production' })
  loadEnvFile()
  const configuration = parseEnv(process.env, dev ? [] : ['DATABASE_URL', 'AUTH_SECRET'])
  const {
    DATABASE_URL,
    databaseVariable,
    HOST,
    PORT,
    REDIS_URL,
    CRON_SECRET = randomBytes(32).toString('base64url'),
  } = configuration
  if (!dev) writeLogRecords()
  // Without a configured secret, only this process knows it, so only its own timers have access.
  Object.assign(process.env, { CRON_SECRET })
  if (!dev) applyBuiltConfig(buildDirectory)
  const next = await loadNext(dev)
  const respond = await createResponseCache({
    buildDirectory,
    redisUrl: dev ? undefined : REDIS_URL,
    sharedSeconds: configuration.SHARED_CACHE_SECONDS,
  })
  const server = createServer({
    headersTimeout: 10_000,
    // With one second for detection, one for reading the response, and up to two for the
    // disconnection: 25 s at most. The documentation promises 30 s.
    requestTimeout: 21_000,
    connectionsCheckingInterval: 1_000,
    // Longer than the idle timeout of common proxies (one minute), which could otherwise send a
    // request on a closing connection.
    keepAliveTimeout: 65_000,
    // `readTarget` checks the header and explains the error.
    requireHostHeader: false,
  })
  // Next.js adds a listener for `upgrade` to the server it is given and ignores the requests that
  // it does not know: their connections would stay open forever. Without a listener, Node treats an
  // upgrade request like any other (RFC 9110, 7.8). Only development uses WebSockets.
  const app = next({
    dev,
    dir: projectDirectory,
    port: PORT,
    httpServer: dev ? server : createServer(),
  })
  await app.prepare()
  // In development Next.js compiles the extractor itself, so the worker thread would run old code.
  if (!dev) startPageThread()
  const handle = app.getRequestHandler()
  // In development, React and Next.js use `eval`, which the policy would block.
  const securityHeaders = headerFinder(
    dev ? [] : securityRules(policySite(configuration, knownFrameHosts), reservedSegments),
  )

  const render = async (request: IncomingMessage, response: ServerResponse) => {
    fillHeaders(response, securityHeaders(request.url?.split('?', 1)[0] ?? '/'))
    if (await refuseEarly(request, response)) return
    fillEmptyPage(request, response, handle)
    dedupeLocation(response)
    if (!request.url?.startsWith('/api/')) outageTo503(response)
    await handle(request, response)
  }
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    appendClientAddress(request)
    removeClientPolicies(request)
    const detail = readTarget(request)
    // Bytes of another protocol may follow the request.
    if (detail !== undefined || request.headers.upgrade !== undefined)
      response.shouldKeepAlive = false
    if (detail !== undefined) {
      fillHeaders(response, securityHeaders('/'))
      return void refuse(response, 'malformed-request', detail)
    }
    respond(request, response, () => render(request, response)).catch((error: unknown) => {
      // A client that disconnects during its request is not an error and must not fill the log.
      if (error !== request.errored) console.error(error)
      response.destroy()
    })
  }
  const stopServer = serveUntilStopped(server, (request, response) => {
    const context = observeRequest(request, response, configuration.ACCESS_LOG === 'on')
    requestContexts.run(context, handleRequest, request, response)
  })
  server.on('clientError', refuseMalformed)

  let stopTimers = () => {}
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    stopTimers()
    // Service managers kill the process after ten seconds (systemd) or more. Background work does
    // not delay the exit for longer.
    setTimeout(() => process.exit(0), 9_500).unref()
    void stopServer()
      .then(() => app.close())
      .then(telemetry.stop)
      .finally(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The launcher has died, and only it could stop this process.
  process.on('disconnect', stop)

  server.once('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${PORT} is already in use: set PORT to another port.`
        : error.message,
    )
    process.exit(1)
  })
  server.listen(listeningAddress(PORT, HOST), () => {
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? PORT) : PORT
    const own = localOrigin(HOST, port)
    setPrivateOrigin(own)
    stopTimers = runTimers(own, CRON_SECRET)
    if (DATABASE_URL && !dev) void probeAtStart(DATABASE_URL, databaseVariable)
    if (process.send) process.send({ listening: port })
    else console.log(`Afterword is running at ${own}`)
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof InvalidEnv ? error.message : error)
  process.exit(1)
})
