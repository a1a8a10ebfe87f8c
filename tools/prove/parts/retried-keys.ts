import { randomUUID } from 'node:crypto'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { proverName } from '@/tools/prove/load/ledger'
import { ResponseMonitor } from '@/tools/prove/load/response-monitor'
import { sendRequest } from '@/tools/prove/load/send-request'
import { expectNothingLost, startBlog } from '@/tools/prove/load/test-blog'
import { Findings, type Part } from '@/tools/prove/part'

const concurrency = 50

/**
 * Yields each key with half of its retries, so that several requests with one key are concurrent.
 * Then yields all keys in turn, long after their responses.
 */
function* sendsOf(keys: number, retries: number): Generator<number> {
  const together = 1 + retries / keys / 2
  for (let n = 0; n < keys * together; n++) yield Math.floor(n / together)
  for (let n = 0; n < retries / 2; n++) yield n % keys
}

export function expectOneEach(findings: Findings, keys: number, comments: number): void {
  findings.expect(
    comments === keys,
    `${keys} keys created ${comments} comments, too ${comments > keys ? 'many' : 'few'}`,
  )
}

export const retriedKeys: Part = {
  name: 'retried-keys',
  promise:
    '500 idempotency keys and 10,000 retries, 50 at once, ten per key together with the first ' +
    'request and ten later, create 500 comments, and each retry returns the same comment',
  summary: '500 idempotency keys, 10,000 retries: 500 comments, every retry returns the same one',
  async prove(scene) {
    const findings = new Findings()
    const [keys, retries] = scene.choose([500, 10_000], [25, 500])
    const { server, slugs, ledger, postgres } = await startBlog(scene, 5)
    const writes = Array.from({ length: keys }, (_, n) => {
      const key = randomUUID()
      return { key, responses: new Set<string>(), slug: slugs[n % slugs.length] }
    })
    // Clients retry after a 503 as well.
    const monitor = new ResponseMonitor(({ status }) => status === 201 || status === 503)
    const record = ledger.openFor(0, scene)
    let refused = 0
    let sent = 0
    await forEachConcurrently(sendsOf(keys, retries), concurrency, async (n) => {
      const write = writes[n]
      if (!write) throw new Error(`no key ${n}`)
      const { key, responses, slug } = write
      const json = {
        slug,
        author_name: proverName,
        content: `A retried comment with its key: ${key}`,
      }
      const response = await sendRequest(`${server.url}/api/comments`, {
        headers: { 'idempotency-key': key },
        json,
      })
      record({ kind: 'comment', key, at: Date.now(), status: response.status })
      monitor.onResponse({
        at: performance.now(),
        kind: 'comment',
        address: '/api/comments',
        ...response,
      })
      if (++sent % 2_000 === 0) scene.log(`${sent} sent`)
      // The edit token is returned to the first network only; each request comes from a network of
      // its own.
      if (response.status === 201) responses.add(response.text.replace(/,"edit_token":"[^"]*"/, ''))
      else refused++
    })
    monitor.expectNoUnexpected(findings)
    const unanswered = writes.filter(({ responses }) => responses.size === 0).length
    findings.expect(unanswered === 0, `${unanswered} of ${keys} keys were never acknowledged`)
    const differing = writes.filter(({ responses }) => responses.size > 1).length
    findings.expect(differing === 0, `${differing} keys returned different comments`)
    const [row] = await postgres.sql<{ comments: number }>(
      'SELECT count(*)::integer AS comments FROM comments',
    )
    expectOneEach(findings, keys, row?.comments ?? 0)
    findings.measure('503 responses', refused, '')
    findings.measure('comments', row?.comments ?? Number.NaN, '')
    findings.count('requests', keys + retries)
    await expectNothingLost(findings, { ledger, postgres }, { kinds: ['comments'] })
    return findings
  },
}
