/**
 * Measures writes: 32 concurrent clients on one post, including storage and purging the page. The
 * baseline is an empty POST handler in the same server.
 */
import { show } from '@/bench/support/figure'
import { postThroughput, writers } from '@/bench/support/load'
import { type BenchDatabase, type BenchServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'

const rounds = 5

export async function measureComments({
  server,
  database,
}: {
  server: BenchServer
  database: BenchDatabase
}) {
  const comment = (n: number) =>
    JSON.stringify({
      slug: 'measured',
      author_name: 'Reader',
      content: `Comment number ${n}, with *some* words in it.`,
    })
  const [own, bare]: [number[], number[]] = [[], []]
  let accepted = 0
  for (let round = 0; round < rounds; round++) {
    bare.push((await postThroughput(`${server.url}/api/empty`, comment, 200)).perSecond)
    const written = await postThroughput(`${server.url}/api/comments`, comment, 201)
    own.push(written.perSecond)
    accepted += written.accepted
  }
  const { rows } = await database.sql(
    `SELECT count(*)::integer AS count FROM comments WHERE content LIKE 'Comment number %'`,
  )
  const ours = median(own)
  const baseline = median(bare)
  // A connection closed at the end of a round may have stored a comment whose response was never
  // read.
  const areAllStored = rows[0].count >= accepted
  return show({
    what:
      `POST /api/comments, ${writers} clients on one post; of ${accepted} acknowledged comments, ` +
      `${Math.min(accepted, rows[0].count)} are stored`,
    ours: `${ours.toFixed(0)} requests/s`,
    baseline: `${baseline.toFixed(0)} requests/s to an empty POST handler`,
    ratio: `${(ours / baseline).toFixed(2)} ×`,
    target: '≥ 0.35 ×, all stored',
    reached: ours / baseline >= 0.35 && areAllStored,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureComments)
