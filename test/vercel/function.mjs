/**
 * Serves one function of `vercel build` over HTTP, as the Node runtime of Vercel does. Reports to
 * its parent process when it could be suspended: no response and no promise passed to `waitUntil`
 * is pending.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const [, , folder = ''] = process.argv
const contexts = new AsyncLocalStorage()
Reflect.set(globalThis, Symbol.for('@vercel/request-context'), { get: () => contexts.getStore() })

const { useWebApi } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8'))
const { default: handler } = await import(path.join(folder, '___next_launcher.cjs'))

/** Responds through a handler that takes a `Request`, such as that of the proxy. */
async function answerRequest(request, response) {
  const { method, url, headers } = request
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const result = await handler(
    new Request(`https://${headers.host}${url}`, { method, headers: pairs }),
  )
  response.writeHead(result.status, Object.fromEntries(result.headers))
  await pipeline(result.body ?? [], response)
}

let requests = 0
let pending = 0
function waitUntil(work) {
  pending++
  Promise.resolve(work)
    .catch(console.error)
    .finally(() => --pending === 0 && process.send({ isIdleAfter: requests }))
}

const server = createServer((request, response) => {
  requests++
  waitUntil(once(response, 'close'))
  const { headers, url } = request
  contexts.run({ waitUntil, headers, url }, () =>
    waitUntil(useWebApi ? answerRequest(request, response) : handler(request, response)),
  )
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
