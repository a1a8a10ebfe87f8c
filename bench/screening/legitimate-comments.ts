import type { Random } from '@/bench/support/random'

const openings = [
  'I tried this over the weekend, and',
  'We run something like it at work, where',
  'A small correction:',
  'Thank you for writing this down.',
  'I am not sure I agree:',
  'For whoever comes here from a search:',
  'After reading it twice,',
  'Nice. In my case',
  'One more data point:',
  'Question:',
] as const
const middles = [
  'the static page came out at once, and the first purge took about a second',
  'the rate limit counted our office as one client, since we all share an address',
  'does the feed hold deleted comments too, or only what is still public',
  'the embedded database did not start until I moved the folder off the network share',
  'I had to set TRUSTED_PROXY_HOPS=1 behind nginx, otherwise everybody was the proxy',
  'six levels of replies are more than any discussion here has needed so far',
  'the preview of a link without a picture looks better than I expected',
  'our old blog counted every crawler as a view, and the numbers were three times as high',
  'PostgreSQL 18 made no difference to me, but the index on created_at did',
  'my mother found the reply button without asking me, which says a lot',
] as const
const ends = [
  '',
  ' Did anybody else see this?',
  ' See https://www.postgresql.org/docs/current/indexes-partial.html for why.',
  '\n\n```sql\nSELECT COUNT(*) FROM COMMENTS\n```',
  ' (On a phone, with the keyboard open.)',
  ' I wrote about it at https://blog.reader.example/notes and https://github.com/vercel/next.js.',
  ' Danke für den Artikel!',
  ' 👍🏽',
] as const
const others = [
  'Merci, c’est très clair. Une question : est-ce que ça marche aussi derrière Cloudflare',
  'Очень понятно написано. У меня на Node 22 тоже работает, версия',
  '分かりやすい説明ありがとうございます。試してみました、その',
  'תודה רבה, עזר לי מאוד בפעם',
  'Grüße aus Zürich, das läuft hier seit Monaten ohne Störung, Tag',
] as const

const at = <T>(items: readonly [T, ...T[]], n: number): T => items[n % items.length] ?? items[0]

/** Returns distinct comments that resemble those of real readers. */
export function legitimateComments(count: number, random: Random): string[] {
  const all = openings.flatMap((opening) => middles.map((middle) => `${opening} ${middle}.`))
  const shuffled = random.shuffle(all)
  return Array.from({ length: count }, (_, n) => {
    if (n % 20 === 7) return `${at(others, (n / 20) | 0)} ${n}.`
    if (n % 20 === 13) return at(['Thanks!', 'Works for me.', '+1', 'Same here.'], n)
    const repeated = n >= shuffled.length ? ` That was try ${n}.` : ''
    return `${shuffled[n % shuffled.length] ?? ''}${repeated}${at(ends, random.below(ends.length))}`
  })
}
