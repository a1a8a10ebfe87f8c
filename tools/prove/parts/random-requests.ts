import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { findUndescribed } from '@/test/described-responses'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { type RawRequest, sendRawRequest } from '@/tools/prove/load/send-raw-request'
import { Findings, type Part } from '@/tools/prove/part'
import { listSuccesses, shortName } from '@/tools/prove/requests/openapi-operations'
import { startPopulatedBlog } from '@/tools/prove/requests/populated-blog'
import { type GeneratedRequest, requests } from '@/tools/prove/requests/request-arbitraries'

const concurrency = 16
/** Reported with each finding, so that the requests can be repeated. */
const seed = 20_261_122
const reportedMax = 20
/**
 * The share of requests with a body that may fail without a response, because they were rejected
 * before the body was sent.
 */
const retriedShareMax = 0.001
/**
 * Statuses that some requests provoke on purpose: a full thread, a reused key, and the rate limit.
 * If one never occurred, it was not tested.
 */
const provokedStatuses = [409, 422, 429]

const describeRequest = ({ method, path, headers, body }: RawRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ` +
  `${body?.toString().slice(0, 300) ?? ''}`

export const randomRequests: Part = {
  name: 'random-requests',
  promise:
    '100,000 requests generated from openapi.yaml, valid and nearly valid: every operation ' +
    'succeeds in each documented way, every response matches the file, and the only 500s are the ' +
    'documented codes of og-metadata',
  summary:
    '100,000 requests generated from openapi.yaml: every response matches it, no undocumented 500',
  async prove(scene) {
    const findings = new Findings()
    const { server, known } = await startPopulatedBlog(scene)
    const requestCount = scene.choose(100_000, 600)
    // Each batch uses what earlier batches wrote.
    const batch = scene.choose(1_000, 100)
    // The full suite uses new requests in each run; the short form always uses the same.
    const from = scene.choose(seed + randomInt(1_000_000), seed)
    scene.log(`seed ${from}`)
    const statuses = new Map<number, number>()
    const missing = new Set(listSuccesses())
    const successes = missing.size
    const faults: string[] = []
    let retried = 0

    const sendAndCheck = async (request: GeneratedRequest) => {
      let response = await sendRawRequest(server.url, request)
      // If the server rejects a request before its body was sent, the response may be lost with the
      // connection. No other failure is allowed.
      for (
        let tries = 1;
        response.status === 0 && request.body !== undefined && tries < 4;
        tries++
      ) {
        response = await sendRawRequest(server.url, request)
        retried++
      }
      const { status, headers, text } = response
      const path = new URL(request.path, server.url).pathname
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      missing.delete(shortName(request.method, request.of ?? '', status))
      known.remember(request, status, text)
      const isDocumented = path === '/api/og-metadata' && /"code":"target-/.test(text)
      const broken =
        status === 500 && !isDocumented
          ? ['a 500']
          : findUndescribed(path, request.method, { status, headers, body: text })
      if (broken.length === 0) return
      faults.push(`${broken.join(', ')} — ${describeRequest(request)} — ${text.slice(0, 200)}`)
      if (faults.length <= reportedMax) scene.log(faults.at(-1) ?? '')
    }

    for (let sent = 0; sent < requestCount; sent += batch) {
      const all = requests(known.present())
      await forEachConcurrently(
        fc.sample(all, { numRuns: Math.min(batch, requestCount - sent), seed: from + sent }),
        concurrency,
        sendAndCheck,
      )
      if (sent > 0 && sent % 10_000 === 0)
        scene.log(`${sent} requests, ${faults.length} unexpected responses`)
    }
    if (missing.size > 0) scene.log(`responses that did not occur: ${[...missing].join(', ')}`)
    findings.failures.push(...faults.slice(0, reportedMax))
    findings.expect(
      faults.length === 0,
      `${faults.length} of ${requestCount} responses do not ` + `match openapi.yaml (seed ${from})`,
    )
    findings.expect(
      !server.output().includes('Error'),
      `the server logged errors: ${/.*Error.*/.exec(server.output())?.[0]}`,
    )
    // The few requests of the short form reach only some of them.
    const minimum = scene.choose(successes, Math.floor(successes / 4))
    findings.expect(
      successes - missing.size >= minimum,
      `documented successes that never occurred: ${[...missing].join(', ')}`,
    )
    const missingStatuses = provokedStatuses.filter((status) => !statuses.has(status))
    findings.expect(
      missingStatuses.length === 0 || scene.size === 'short',
      'statuses that requests provoke on purpose, but that never occurred: ' +
        missingStatuses.join(', '),
    )
    findings.expect(
      retried <= requestCount * retriedShareMax,
      `${retried} of ${requestCount} requests were retried because their responses were cut`,
    )
    findings.measure('retried requests', retried, '')
    findings.measure(
      `documented successes seen, of ${successes}`,
      successes - missing.size,
      '',
      'lower',
    )
    for (const [status, count] of [...statuses].sort(([a], [b]) => a - b))
      findings.measure(`${status}`, count, '', 'neither')
    findings.count('requests', requestCount)
    findings.count(
      'invalidInputs',
      [...statuses].reduce((sum, [status, count]) => (status >= 400 ? sum + count : sum), 0),
    )
    return findings
  },
}
