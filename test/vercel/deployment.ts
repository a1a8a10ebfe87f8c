import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  type ServerResponse,
  request as send,
} from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { endProcess } from '@/test/servers/end-process'
import type { BuildOutput } from './build-output'

const condition = z.object({ key: z.string(), value: z.string().optional() })

const route = z.object({
  handle: z.string().optional(),
  src: z.string().optional(),
  dest: z.string().optional(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  has: z.array(condition).default([]),
  missing: z.array(condition).default([]),
  continue: z.boolean().default(false),
  middlewarePath: z.string().optional(),
})
type Route = z.infer<typeof route>

const outputConfig = z.object({
  routes: z.array(route),
  overrides: z.record(
    z.string(),
    z.object({ path: z.string().optional(), contentType: z.string().optional() }),
  ),
})

const prerenderConfig = z.object({
  fallback: z.object({ fsPath: z.string() }).nullish(),
  initialHeaders: z.record(z.string(), z.string()).default({}),
})

const message = z.union([z.object({ port: z.number() }), z.object({ isIdleAfter: z.number() })])

/** A process that serves a function. It is suspended while it has nothing to do. */
class Instance {
  isSuspended = true
  #requests = 0
  #output = ''
  readonly #port: Promise<number>

  constructor(readonly process: ChildProcess) {
    this.#port = new Promise((resolve, reject) => {
      process.on('message', (value) => {
        const report = message.parse(value)
        if ('port' in report) resolve(report.port)
        // Ignores a report that a new request has overtaken.
        else if (report.isIdleAfter === this.#requests) this.isSuspended = process.kill('SIGSTOP')
      })
      process.once('exit', () => reject(new Error(`a function did not start:\n${this.#output}`)))
    })
    for (const stream of [process.stdout, process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
  }

  output = () => this.#output

  async handle(request: RequestOptions, body: Buffer): Promise<IncomingMessage> {
    const port = await this.#port
    this.#requests++
    this.isSuspended = false
    this.process.kill('SIGCONT')
    const forwarded = send({ ...request, port, host: '127.0.0.1' }).end(body)
    const [response] = await once(forwarded, 'response')
    return response
  }
}

/** Returns whether a request and its current path match a route. */
function matchOf({ src, has, missing }: Route, path: string, { headers }: IncomingMessage) {
  const meets = ({ key, value = '.*' }: z.infer<typeof condition>) => {
    const header = headers[key]
    return typeof header === 'string' && new RegExp(`^${value}$`).test(header)
  }
  return src !== undefined && has.every(meets) && !missing.some(meets)
    ? new RegExp(`^(?:${src})$`).exec(path)
    : null
}

/** The parts of a deployment that requests use. */
type Parts = {
  /** The routes up to the check for files, those for paths without a file, and dynamic ones. */
  phases: Route[][]
  fileAt: (at: string) => { content: Buffer; headers: Record<string, string> } | undefined
  functionAt: (at: string) => Instance | undefined
  /** The paths that were served. */
  served: Set<string>
}

/** Headers of the proxy's response that are not for the client. */
const ofOneHop = /^(?:x-middleware-|(?:connection|keep-alive|transfer-encoding|date)$)/

/** A request that passes through the routes, and its response. */
class Exchange {
  /** The current path and query, which routes change. */
  readonly #at: URL
  /** Headers for the client, and for functions. */
  readonly #headers: OutgoingHttpHeaders = {}
  readonly #sent: IncomingHttpHeaders
  #body = Buffer.alloc(0)

  constructor(
    private readonly parts: Parts,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.#at = new URL(request.url ?? '/', 'http://localhost')
    const client = request.headers['x-forwarded-for'] ?? request.socket.remoteAddress
    this.#sent = {
      ...request.headers,
      'x-forwarded-proto': 'https',
      'x-vercel-forwarded-for': client,
      // Next.js caches pages in the process, for ten seconds, unless each request has an id.
      'x-invocation-id': randomUUID(),
    }
  }

  async respond(): Promise<void> {
    this.#body = await buffer(this.request)
    for (const phase of this.parts.phases) {
      for (const route of phase) {
        const match = matchOf(route, this.#at.pathname, this.request)
        if (!match) continue
        if (await this.#follow(route, match)) return
        if (!route.continue) break
      }
      if (await this.#serve(200)) return
    }
    this.#at.pathname = '/404'
    await this.#serve(404)
  }

  /** Applies a route. Returns whether it has responded. */
  async #follow(route: Route, { groups, ...match }: RegExpExecArray): Promise<boolean> {
    const fill = (text: string) =>
      text.replace(/\$(\w+)/g, (_, key) => groups?.[key] ?? match[key] ?? '')
    for (const [name, value] of Object.entries(route.headers))
      this.#headers[name.toLowerCase()] = fill(value)
    if (this.#headers.location !== undefined) {
      this.response.writeHead(route.status ?? 500, this.#headers).end()
      return true
    }
    const proxy = this.parts.functionAt(route.middlewarePath ?? '')
    if (proxy && (await this.#isRefusedBy(proxy))) return true
    if (route.dest !== undefined) {
      const { pathname, searchParams } = new URL(fill(route.dest), this.#at)
      this.#at.pathname = pathname
      for (const [name, value] of searchParams) if (value) this.#at.searchParams.set(name, value)
    }
    return false
  }

  /** Calls the proxy, which may change headers. Returns whether it has responded itself. */
  async #isRefusedBy(proxy: Instance): Promise<boolean> {
    const { method, url } = this.request
    const proxied = await proxy.handle({ method, path: url, headers: this.#sent }, this.#body)
    if (proxied.headers['x-middleware-next'] !== '1') {
      await this.#pass(proxied)
      return true
    }
    proxied.resume()
    for (const [name, value] of Object.entries(proxied.headers)) {
      const [, forFunction] = /^x-middleware-request-(.*)/.exec(name) ?? []
      if (forFunction) this.#sent[forFunction] = value
      else if (!ofOneHop.test(name)) this.#headers[name] = value
    }
    return false
  }

  /** Responds with what is at the current path. Returns whether there is anything. */
  async #serve(status: number): Promise<boolean> {
    const { method, url = '' } = this.request
    const { pathname, search } = this.#at
    const file = method === 'GET' ? this.parts.fileAt(pathname) : undefined
    const found = file ? undefined : this.parts.functionAt(pathname)
    if (file || found) this.parts.served.add(pathname)
    if (file) {
      this.response.writeHead(status, { ...this.#headers, ...file.headers }).end(file.content)
      return true
    }
    if (!found) return false
    const headers = { ...this.#sent, 'x-matched-path': pathname }
    const currentPath = `${url.split('?')[0]}${search}`
    await this.#pass(await found.handle({ method, path: currentPath, headers }, this.#body))
    return true
  }

  async #pass(proxied: IncomingMessage): Promise<void> {
    this.response.writeHead(proxied.statusCode ?? 500, { ...this.#headers, ...proxied.headers })
    await pipeline(proxied, this.response)
  }
}

/** Returns a function that finds static and prerendered files of the output by their path. */
function filesOf(folder: string, overrides: z.infer<typeof outputConfig>['overrides']) {
  const read = (name: string) => readFileSync(path.join(folder, name))
  const types = new Map(
    Object.entries(overrides).map(([file, { path: shown = file, contentType }]) => [
      `/${shown}`,
      { file: `/${file}`, contentType },
    ]),
  )
  return (at: string) => {
    const { file, contentType } = types.get(at) ?? { file: at }
    if (statSync(path.join(folder, 'static', file), { throwIfNoEntry: false })?.isFile()) {
      const type = contentType ?? (at.endsWith('.js') ? 'text/javascript' : 'text/plain')
      return { content: read(`static${file}`), headers: { 'content-type': type } }
    }
    const config = `functions${at}.prerender-config.json`
    if (!existsSync(path.join(folder, config))) return undefined
    const { fallback, initialHeaders } = prerenderConfig.parse(JSON.parse(read(config).toString()))
    if (!fallback) return undefined
    const content = read(path.join(path.dirname(config), fallback.fsPath))
    return { content, headers: { 'content-type': 'text/html; charset=utf-8', ...initialHeaders } }
  }
}

/**
 * Serves the output of `vercel build` like one region of Vercel, without caching: the routes of
 * `config.json`, static and prerendered files, and functions in separate processes
 * (https://vercel.com/docs/build-output-api/configuration). Omits the features that the blog does
 * not need.
 * @param environment the variables of the project
 */
export async function startDeployment(
  { folder, node, functions }: BuildOutput,
  environment: Record<string, string>,
) {
  const config = readFileSync(path.join(folder, 'config.json'), 'utf8')
  const { routes, overrides } = outputConfig.parse(JSON.parse(config))
  const phases = ['', 'filesystem', 'rewrite'].map((phase) => {
    const rest = routes.slice(routes.findIndex(({ handle = '' }) => handle === phase))
    return rest.slice(
      0,
      rest.findIndex(({ handle = phase }) => handle !== phase),
    )
  })
  const env = { NODE_ENV: 'production' as const, ...environment }
  const instances = new Map(
    [...new Set(functions.values())].map((task) => [
      task,
      new Instance(
        spawn(node, ['test/vercel/function.mjs', task], {
          env,
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        }),
      ),
    ]),
  )
  const all = [...instances.values()]
  const parts: Parts = {
    phases,
    fileAt: filesOf(folder, overrides),
    functionAt: (at) => instances.get(functions.get(at) ?? ''),
    served: new Set(),
  }
  const router = createServer((request, response) => {
    new Exchange(parts, request, response).respond().catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await once(router.listen(0, '127.0.0.1'), 'listening')
  const address = router.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    /** The paths of functions and prerendered files that were served. */
    served: parts.served,
    /** The output of all functions. */
    output: () => all.map((instance) => instance.output()).join(''),
    /** Returns whether all functions are suspended. */
    isSuspended: () => all.every(({ isSuspended }) => isSuspended),
    stop: async () => {
      router.close()
      await Promise.all(all.map(({ process }) => endProcess(process, 'SIGKILL')))
    },
  }
}
