import { randomUUID } from 'node:crypto'
import { ask } from './ask'
import { proverName } from './ledger'
import { Findings, type Part } from './part'
import { addPosts, startPostgres } from './postgres'
import { startServer } from './server'

const atOnce = 50

export const retriedKeys: Part = {
  name: 'retried-keys',
  promise: '10,000 retries of 500 idempotency keys, 50 at once, are 500 comments',
  async prove(scene) {
    const findings = new Findings()
    const [keys, retries] = scene.choose([500, 10_000], [25, 500])
    const postgres = await startPostgres(scene)
    const slugs = await addPosts(postgres, 5)
    const server = await startServer(scene, postgres.url)
    const writes = Array.from({ length: keys }, (_, n) => ({
      headers: { 'idempotency-key': randomUUID() },
      json: { slug: slugs[n % slugs.length], author_name: proverName, content: `Said again and again, ${n}` },
    }))
    const answers = new Map<number, Set<string>>()
    const statuses = new Map<number, number>()
    let sent = 0
    const retry = async () => {
      for (let n = sent++; n < retries; n = sent++) {
        const answer = await ask(`${server.url}/api/comments`, writes[n % keys])
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status === 201) answers.set(n % keys, (answers.get(n % keys) ?? new Set()).add(answer.text))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, retry))
    const [row] = await postgres.sql<{ comments: number }>('SELECT count(*)::integer AS comments FROM comments')
    findings.expect(row?.comments === keys, `${keys} keys made ${row?.comments} comments`)
    // Who is told to come again later retries as well.
    const others = [...statuses.keys()].filter((status) => status !== 201 && status !== 503)
    findings.expect(others.length === 0, `of ${retries} answers ${JSON.stringify([...statuses])} were of these statuses`)
    findings.measure('503', statuses.get(503) ?? 0, '')
    const differing = [...answers.values()].filter(({ size }) => size > 1).length
    findings.expect(differing === 0, `${differing} keys were answered in different words`)
    findings.measure('comments', row?.comments ?? Number.NaN, '')
    findings.count('requests', retries)
    findings.count('doubles', Math.max(0, (row?.comments ?? 0) - keys))
    return findings
  },
}
