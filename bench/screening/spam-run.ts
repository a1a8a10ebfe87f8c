/**
 * Simulates a spam run mixed with honest readers over HTTP, on a production build. Measures how
 * many of each get published.
 */
import { show } from '@/bench/support/figure'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'
import { Random } from '@/bench/support/random'
import { legitimateComments } from './legitimate-comments'
import { type Sender, spamAuthor, spamKinds } from './spam-kinds'

const spamCount = 1_000
const legitimateCount = 200
const atOnce = 8
const slug = 'measured'
/** The least time that a person needs to type a comment, in milliseconds. */
const writingMs = 2_000

/** A sent comment and its outcome. */
type Sent = {
  kind: string
  network: string
  sender: Sender
  content: string
  author: string
  id?: number
}
type ScreenedComment = {
  id: number
  status: string
  screening: { rule: string; verdict: string }[]
}

async function send(server: BenchServer, sent: Sent): Promise<void> {
  const client = { 'x-forwarded-for': sent.network }
  const fields: Record<string, string> = { slug, content: sent.content, author_name: sent.author }
  if (sent.sender === 'fills') fields.website = 'https://spam.example'
  if (sent.sender === 'hurries' || sent.sender === 'waits') {
    const stamped: { stamp: string } = await (
      await fetch(`${server.url}/api/comment-stamp`, { headers: client })
    ).json()
    fields.stamp = stamped.stamp
    if (sent.sender === 'waits') await new Promise((resolve) => setTimeout(resolve, writingMs))
  }
  const response = await fetch(`${server.url}/api/comments`, {
    method: 'POST',
    headers: { ...client, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  // Programs and people retry what a busy server refused, because it was not screened.
  if (response.status >= 500) return send(server, sent)
  const comment: { id?: number } = await response.json()
  if (comment.id) sent.id = comment.id
}

async function sendAll(server: BenchServer, all: Sent[]): Promise<void> {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const sent of waiting) await send(server, sent)
    }),
  )
}

function spamRun(random: Random): Sent[] {
  return Array.from({ length: spamCount }, (_, n) => {
    const kind = spamKinds[n % spamKinds.length]
    if (!kind) throw new Error('no kind of spam is defined')
    const { name, sender, write, author = spamAuthor } = kind
    return {
      kind: name,
      sender,
      network: `203.${n >> 8}.${n & 255}.7`,
      content: write(random),
      author: author(random),
    }
  })
}

/** Returns the comments of honest readers. One in five has no JavaScript. */
function readers(random: Random): Sent[] {
  return legitimateComments(legitimateCount, random).map((content, n) => ({
    kind: 'honest',
    sender: n % 5 === 0 ? 'posts' : 'waits',
    network: `198.51.${n}.7`,
    content,
    author: `Reader ${n}`,
  }))
}

/** Returns true if the comment would have been held without the flood. */
function isHeldWithoutFlood({ screening }: ScreenedComment): boolean {
  const others = screening.filter(({ rule }) => rule !== 'flood' && rule !== 'doubts')
  return others.length >= 2 || others.some(({ verdict }) => verdict !== 'published')
}

/** Publishes one comment of each reader, an hour earlier, so that screening knows the reader. */
async function publishEarlierComments(
  server: BenchServer,
  database: BenchDatabase,
  legitimate: Sent[],
): Promise<void> {
  await sendAll(
    server,
    legitimate.map(({ network, author }, n) => ({
      kind: 'before',
      sender: 'posts',
      network,
      author,
      content: `The first words of reader ${n}.`,
    })),
  )
  await database.sql(
    `UPDATE comments SET status = 'published', created_at = created_at - interval '1 hour'
     WHERE network_hash IS NOT NULL`,
  )
}

export async function measureSpamRun({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  const random = new Random(20251203)
  const spam = spamRun(random)
  const honest = readers(random)
  await publishEarlierComments(server, database, honest)
  await sendAll(server, random.shuffle([...spam, ...honest]))

  const { rows }: { rows: ScreenedComment[] } = await database.sql(
    'SELECT id, status::text AS status, screening FROM comments',
  )
  const screened = new Map(rows.map((row) => [row.id, row]))
  const screenedOf = (sent: Sent) => (sent.id === undefined ? undefined : screened.get(sent.id))
  const isPublished = (sent: Sent) => screenedOf(sent)?.status === 'published'
  const missed = spam.filter(isPublished)
  const lost = honest.filter((sent) => !isPublished(sent))
  const heldWithoutFlood = spam.filter((sent) => {
    const one = screenedOf(sent)
    return one !== undefined && isHeldWithoutFlood(one)
  })

  for (const { name } of spamKinds) {
    const ofKind = spam.filter(({ kind }) => kind === name)
    const alone = ofKind.filter((sent) => heldWithoutFlood.includes(sent)).length
    console.log(
      `  ${name}: ${ofKind.filter(isPublished).length} of ${ofKind.length} published; ${alone} ` +
        'held even without the flood',
    )
  }
  for (const sent of lost)
    console.log(
      `  not published: ${JSON.stringify(sent.content)} ` +
        `${JSON.stringify(screenedOf(sent)?.screening)}`,
    )
  const heldWithoutFloodShare = heldWithoutFlood.length / spam.length
  const heldShare = 1 - missed.length / spam.length
  const publishedShare = 1 - lost.length / honest.length
  return [
    show({
      what:
        `spam run: ${spamCount} comments from as many networks, ` +
        `${spamKinds.length} kinds of text; held or rejected`,
      ours: `${(heldShare * 100).toFixed(1)} %`,
      baseline: `${(heldWithoutFloodShare * 100).toFixed(1)} % by text and form only`,
      ratio: `${missed.length} published`,
      target: '≥ 95 %',
      reached: heldShare >= 0.95,
    }),
    show({
      what: `${legitimateCount} known readers at the same time; published`,
      ours: `${(publishedShare * 100).toFixed(1)} %`,
      baseline: `${legitimateCount} sent`,
      ratio: `${lost.length} held`,
      target: '≥ 98 %',
      reached: publishedShare >= 0.98,
    }),
  ]
}

if (process.argv[1] === import.meta.filename) await withBlog(measureSpamRun)
