/**
 * Measures search over 5,000 posts via HTTP. The baseline is the same query in PostgreSQL as
 * `ILIKE`, without ranking or typo tolerance.
 */
import { show } from '@/bench/support/figure'
import { type BenchDatabase, type Blog, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { Random } from '@/bench/support/random'

const postCount = 5_000
const wordsOfPost = 600
const rounds = 40

const letters = 'eeeaaaoiiunrtslcdmphgbfvk'
const syllable = (random: Random) =>
  letters.charAt(random.below(letters.length)) + letters.charAt(random.below(letters.length))
const cjk = '東京都港区芝公園にある総合電波塔である日本の観光名所として知られる'

/**
 * Returns a vocabulary with a natural distribution: few words are frequent, most are rare (Zipf).
 */
function makeVocabulary(random: Random): string[] {
  const words = new Set<string>()
  while (words.size < 20_000)
    words.add(Array.from({ length: 2 + random.below(3) }, () => syllable(random)).join(''))
  return [...words]
}

async function addPosts(
  database: BenchDatabase,
  vocabulary: string[],
  random: Random,
): Promise<void> {
  const some = (count: number) =>
    Array.from(
      { length: count },
      () => vocabulary[Math.floor(vocabulary.length * random.next() ** 4)] ?? '',
    ).join(' ')
  for (let from = 0; from < postCount; from += 100) {
    const posts = Array.from({ length: 100 }, (_, index) => ({
      slug: `searched-${from + index}`,
      title: some(6),
      content: some(wordsOfPost) + (index % 10 === 0 ? ` ${cjk}` : ''),
    }))
    await database.sql(
      `INSERT INTO posts (slug, title, content, tags, published_at)
       SELECT slug, title, content, '{}',
         now() - (row_number() OVER ()) * interval '1 minute' - $2 * interval '1 minute'
         FROM json_to_recordset($1) AS post(slug text, title text, content text)`,
      [JSON.stringify(posts), from],
    )
  }
  await database.sql('VACUUM ANALYZE')
}

async function timesOf(request: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await request(round)
    if (round >= 5) times.push(performance.now() - startedAt)
  }
  return median(times)
}

export async function measureSearch({ server, database }: Blog) {
  const random = new Random(7)
  const vocabulary = makeVocabulary(random)
  await addPosts(database, vocabulary, random)
  const [often = ''] = vocabulary
  const sometimes = vocabulary[300] ?? ''
  const seldom = vocabulary[15_000] ?? ''
  const mistyped = `${seldom.slice(0, 2)}x${seldom.slice(2)}`
  const questions = {
    'a word of every post': often,
    'a common word': sometimes,
    'a rare word': seldom,
    'a misspelled word': mistyped,
    'a phrase': `"${often} ${sometimes}"`,
    'Chinese characters': '電波塔',
    'the beginning of a word': sometimes.slice(0, 3),
  }
  const figures = []
  for (const [what, typed] of Object.entries(questions)) {
    let found = 0
    let hasOlder = false
    const ours = await timesOf(async (round) => {
      // Each request comes from another client to avoid the rate limit.
      const response = await fetch(
        `${server.url}/api/search?${new URLSearchParams({ q: typed })}`,
        {
          headers: { 'X-Forwarded-For': `10.9.${found & 255}.${round}` },
        },
      )
      if (response.status !== 200) throw new Error(`${response.status} for ${typed}`)
      ;({ count: found, has_older: hasOlder } = await response.json())
    })
    const baseline = await timesOf(() =>
      database.sql(
        `SELECT slug, title FROM posts WHERE title ILIKE $1 OR content ILIKE $1
         ORDER BY published_at DESC LIMIT 20`,
        [`%${typed.replaceAll('"', '')}%`],
      ),
    )
    figures.push(
      show({
        what:
          `search over ${postCount.toLocaleString('en')} posts: ${what}, in ` +
          `${hasOlder ? 'more than ' : ''}${found.toLocaleString('en')} results, p50`,
        ours: `${ours.toFixed(1)} ms`,
        baseline: `${baseline.toFixed(1)} ms with ILIKE`,
        ratio: `${(ours / baseline).toFixed(2)} ×`,
        target: '≤ 50 ms',
        reached: ours <= 50,
      }),
    )
  }
  return figures
}

if (process.argv[1] === import.meta.filename) await withBlog(measureSearch)
