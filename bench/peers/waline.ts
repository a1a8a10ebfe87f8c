/**
 * Measures Afterword beside Waline, with the same data in the same PostgreSQL: start, memory,
 * reading and writing comments, and scripts. Needs `npm ci --prefix bench/peers`.
 *
 * `npm run bench -- waline`
 */
import { compare } from '@/bench/support/load'
import { type Blog, withBlog } from '@/bench/support/prepare'
import { firefox } from '@/test/new-client'
import { comparePeer, compareWrites, type Pair, type Write } from './compare-peer'
import { embedSizes } from './embed-size'
import {
  comments,
  createWalineDatabase,
  page,
  replies,
  startWaline,
  walineComments,
} from './start-waline'

const paths: Pair<string> = { ours: '/api/comments?slug=measured', baseline: walineComments }

const content = (n: number) => `Comment number ${n}, with *some* words in it.`

const writes: Pair<Write> = {
  ours: {
    path: '/api/comments',
    status: 201,
    body: (n) => ({ slug: 'measured', author_name: 'Reader', content: content(n) }),
    stored: 'SELECT count(*) AS found FROM comments',
  },
  baseline: {
    path: '/api/comment',
    status: 200,
    body: (n) => ({
      url: page,
      nick: 'Reader',
      mail: '',
      link: '',
      ua: firefox,
      comment: content(n),
    }),
    stored: 'SELECT count(*) AS found FROM wl_comment',
  },
}

/** @throws if the response lacks a comment or a reply */
async function checkComments(url: string): Promise<void> {
  const text = await (await fetch(url)).text()
  const found = new Set(text.match(/"Reader \d+"/g)).size
  const replyCount = text.split('"Another"').length - 1
  if (found !== comments || replyCount !== replies)
    throw new Error(`${url}: ${found} comments and ${replyCount} replies`)
}

export async function measureWaline(blog: Blog) {
  const pool = await createWalineDatabase(blog.database)
  const peer = { name: 'Waline', start: () => startWaline(blog.database.url), pool }
  return comparePeer(blog, peer, paths, async (systems, compared) => {
    const [own, other] = [
      systems.ours.server.url + paths.ours,
      systems.baseline.server.url + paths.baseline,
    ]
    await checkComments(own)
    await checkComments(other)
    const thread = `${comments} comments with ${replies} replies`
    return [
      compared(`reading ${thread}`, 'requests/s', await compare(own, other)),
      await compareWrites('writing comments', systems, writes),
      compared('scripts and styles with Brotli', 'kB', embedSizes(blog.directory), { digits: 1 }),
    ]
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureWaline)
