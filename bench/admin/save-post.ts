/**
 * Measures the time from “Update” in the admin area to the updated page, for a published post of
 * 100 kB with 20 links. The baseline is rendering the page alone after an invalidation.
 */
import { type Figure, show } from '@/bench/support/figure'
import { type BenchDatabase, type Blog, startServer, withBlog } from '@/bench/support/prepare'
import { median } from '@/bench/support/quantile'
import { signIn } from '@/bench/support/sign-in'
import { AdminBrowser, formOf } from '@/test/admin-browser'

/** More saves of this size in a minute would be refused. */
const rounds = 15
const wantedMs = 500
const cronSecret = 'bench-cron-secret'

/** Text of 100 kB with a link on its own line every 5 kB. */
const prose = Array.from({ length: 20 }, (_, number) => {
  const paragraph =
    'Words of *some* length, like in most posts, with [a ' +
    `link](https://example.org/${number}) in between.\n`
  return (
    `## Part ${number}\n\n` +
    `${`${paragraph.repeat(5)}\n`.repeat(9)}https://example.org/page-${number}\n\n`
  )
}).join('')

async function renewed(url: string, text: string): Promise<void> {
  const html = await (await fetch(`${url}/posts/saved-here`)).text()
  if (!html.includes(text)) throw new Error('the page was not updated')
}

export async function measureSavePost({ database, directory }: Blog): Promise<Figure> {
  const server = await startServer(directory, database.url, { CRON_SECRET: cronSecret })
  try {
    return await measure(server.url, database)
  } finally {
    await server.stop()
  }
}

async function measure(url: string, database: BenchDatabase): Promise<Figure> {
  const { rows } = await database.sql(
    `INSERT INTO posts (slug, title, content, tags, published_at)
     VALUES ('saved-here', 'Saved here', $1, '{}', now() - interval '1 day') RETURNING id`,
    [`Round 0.\n\n${prose}`],
  )
  const browser = new AdminBrowser(url)
  const [name = '', value = ''] = (await signIn(database)).split('=', 2)
  browser.cookies.set(name, value)
  const path = `/admin/posts/${rows[0].id}`
  /** Opens the form and returns a function that presses “Update” with a new text. */
  const openForm = async (round: number) => {
    const { text } = await browser.open(path)
    const content = `Round ${round}.\n\n${prose}`
    const fields = { slug: 'saved-here', title: 'Saved here', summary: '', tags: '', content }
    const body = formOf(text, 'Save', { ...fields, act: 'publish' })
    const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin' }
    return async () => {
      const { status } = await browser.request(path, { method: 'POST', body, headers })
      if (status !== 303) throw new Error(`updating the post returned ${status}`)
    }
  }
  const purge = async () => {
    const { ok } = await fetch(`${url}/api/cron/purge-pages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cronSecret}` },
    })
    if (!ok) throw new Error('the pages were not purged')
  }
  const [ours, alone]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    const update = await openForm(round)
    const startedAt = performance.now()
    await update()
    await renewed(url, `Round ${round}.`)
    ours.push(performance.now() - startedAt)
    await purge()
    const startedAlone = performance.now()
    await renewed(url, `Round ${round}.`)
    alone.push(performance.now() - startedAlone)
  }
  const our = median(ours)
  const page = median(alone)
  return show({
    what: 'from updating a 100 kB post to the updated page',
    ours: `${our.toFixed(0)} ms`,
    baseline: `${page.toFixed(0)} ms to render only the page`,
    ratio: `${(our / page).toFixed(2)} ×`,
    target: `≤ ${wantedMs} ms`,
    reached: our <= wantedMs,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureSavePost)
