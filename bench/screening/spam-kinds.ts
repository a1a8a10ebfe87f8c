import type { Random } from '@/bench/support/random'

/**
 * The behaviour of a spam program. `fills` fills every field and `posts` sends a bare form.
 * `hurries` fetches a stamp and posts immediately; `waits` behaves like a browser.
 */
export type Sender = 'fills' | 'posts' | 'hurries' | 'waits'
export type SpamKind = {
  name: string
  sender: Sender
  write: (random: Random) => string
  author?: (random: Random) => string
}

type Words = readonly [string, ...string[]]
const host = (random: Random) =>
  `${random.pick(['best', 'top', 'my', 'go', 'the', 'super'])}-` +
  random.pick(['deals', 'pills', 'loans', 'shoes', 'bets', 'bags', 'tokens']) +
  `${random.below(900)}.example`
const url = (random: Random) =>
  `https://${host(random)}/${random.pick(['buy', 'go', 'p', 'offer', 'x'])}/${random.below(10_000)}`
const praise: Words = [
  'I really enjoyed reading this blog, keep it up',
  'Wow, this piece of writing is good, my sister is analyzing such things',
  'Hello there, I found your website by means of Google while looking for a similar matter',
  'Greetings! Very helpful advice in this particular post',
  'I have read so many articles on the topic, but this one is in fact a fastidious piece',
  'Thanks for every other wonderful article. Where else may ' +
    'just anyone get that type of information',
]
const goods: Words = [
  'replica watches',
  'designer handbags',
  'running shoes',
  'car parts',
  'phone cases',
  'sunglasses',
  'kitchen knives',
]
const pills: Words = ['viagra', 'cialis', 'tramadol', 'xanax', 'modafinil', 'ozempic']
const coins: Words = ['bitcoin', 'ethereum', 'solana', 'dogecoin', 'ripple']
const people: Words = [
  'James',
  'Linda',
  'Robert',
  'Olga',
  'Wei',
  'Carlos',
  'Fatima',
  'Anna',
  'John',
  'Marie',
  'Kevin',
  'Sofia',
]
const cities: Words = ['London', 'Dubai', 'Delhi', 'Miami', 'Lagos', 'Sydney', 'Toronto', 'Berlin']

const lookAlikes: Record<string, string> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  i: 'і',
  x: 'х',
}
/** Replaces some letters of a text by Cyrillic look-alikes. */
const disguise = (text: string, random: Random) =>
  text.replaceAll(/[aeopcix]/g, (letter) =>
    random.next() < 0.4 ? (lookAlikes[letter] ?? letter) : letter,
  )
const sprinkle = (text: string, separator: string, random: Random) =>
  text.replaceAll(/(?<=\w)(?=\w)/g, () => (random.next() < 0.25 ? separator : ''))

const kind = (
  name: string,
  sender: Sender,
  write: SpamKind['write'],
  author?: SpamKind['author'],
): SpamKind => ({
  name,
  sender,
  write,
  ...(author && { author }),
})

/** Forty kinds of spam that blogs receive. */
export const spamKinds: readonly SpamKind[] = [
  kind(
    'BBCode links',
    'fills',
    (r) => `[url=${url(r)}]${r.pick(goods)}[/url] [url=${url(r)}]cheap ${r.pick(goods)}[/url]`,
  ),
  kind('HTML links', 'fills', (r) => `${r.pick(praise)} <a href="${url(r)}">${r.pick(goods)}</a>`),
  kind('Markdown links', 'posts', (r) => `${r.pick(praise)}. [${r.pick(goods)}](${url(r)})`),
  kind('six bare links', 'posts', (r) => Array.from({ length: 6 }, () => url(r)).join('\n')),
  kind('one link after praise', 'waits', (r) => `${r.pick(praise)}. More at ${url(r)}`),
  kind('one link, no words', 'hurries', (r) => url(r)),
  kind(
    'a host without a scheme',
    'posts',
    (r) => `Best ${r.pick(goods)} in ${r.pick(cities)}, see ${host(r)} today`,
  ),
  kind(
    'praise only',
    'posts',
    (r) => `${r.pick(praise)}. Number ${r.below(100)} of my favourites.`,
  ),
  kind(
    'praise, shop as name',
    'fills',
    (r) => `${r.pick(praise)}! Regards from ${r.pick(cities)}`,
    (r) => `${r.pick(goods)} ${r.pick(cities)}`,
  ),
  kind(
    'praise, URL as name',
    'posts',
    (r) => `${r.pick(praise)}, ${r.pick(people)}`,
    (r) => `www.${host(r)}`,
  ),
  kind('identical praise', 'posts', () => praise[0]),
  kind(
    'a question as bait',
    'waits',
    (r) =>
      `Does anyone in ${r.pick(cities)} know where to find ${r.pick(goods)}? A friend, ` +
      `${r.pick(people)}, told me about ${host(r)}`,
  ),
  kind(
    'pills',
    'fills',
    (r) => `Buy ${r.pick(pills)} online without prescription, ${r.below(90)}% off ${url(r)}`,
  ),
  kind(
    'pills in homoglyphs',
    'posts',
    (r) =>
      `Order ${disguise(r.pick(pills), r)} and ` +
      `${disguise('cialis express', r)} in ${r.pick(cities)}`,
  ),
  kind(
    'pills with spaces',
    'hurries',
    (r) =>
      `cheap ${[...r.pick(pills)].join(' ')} for you in ${r.pick(cities)}, ${r.below(500)} tabs`,
  ),
  kind(
    'pills with zero-width spaces',
    'posts',
    (r) =>
      `${sprinkle(`${r.pick(pills)} and ${r.pick(pills)} delivered`, '\u200B', r)} to ` +
      r.pick(cities),
  ),
  kind(
    'pills in leetspeak',
    'hurries',
    (r) => `V1agr4 and C1al1s, ${r.below(100)} p1lls for ${r.below(90)} dollars`,
  ),
  kind(
    'crypto doubling',
    'fills',
    (r) => `Send 1 ${r.pick(coins)} and get 2 back! Only today ${url(r)}`,
  ),
  kind(
    'crypto recovery',
    'waits',
    (r) =>
      `I lost ${r.below(90)},000 dollars in ${r.pick(coins)} and ${r.pick(people)} the ` +
      `recovery expert got it all back within ${r.below(70)} ` +
      'hours. Contact the team on their channel.',
  ),
  kind(
    'crypto trader testimony',
    'posts',
    (r) =>
      `I am earning ${r.below(9)},500 weekly with Mrs ${r.pick(people)}, the best ` +
      `${r.pick(coins)} trader of ${r.pick(cities)}. Message her.`,
  ),
  kind(
    'casino',
    'hurries',
    (r) => `Play at our ONLINE CASINO and WIN ${r.below(900)} FREE SPINS NOW ${url(r)}`,
  ),
  kind(
    'betting tips',
    'waits',
    (r) => `Fixed matches from ${r.pick(cities)}, ${r.below(99)}% sure: www.${host(r)}`,
  ),
  kind(
    'loans',
    'posts',
    (r) =>
      `DO YOU NEED AN URGENT LOAN? WE OFFER ${r.below(9)}% ` +
      `INTEREST IN ${r.pick(cities).toUpperCase()}`,
  ),
  kind(
    'work from home',
    'fills',
    (r) =>
      `I make $${r.below(9_000)} a month from home, my friend ${r.pick(people)} too!!!! ${url(r)}`,
  ),
  kind(
    'essay writers',
    'waits',
    (r) =>
      `Our writers from ${r.pick(cities)} do your thesis in ${r.below(20)} days: ${url(r)} ` +
      `or ${url(r)} or ${url(r)}`,
  ),
  kind(
    'backlinks for sale',
    'posts',
    (r) =>
      `I checked your site and your SEO is poor. ${r.below(5_000)} backlinks for ` +
      `${r.below(90)} dollars, write to ${r.pick(people)}.`,
  ),
  kind(
    'guest post offer',
    'waits',
    (r) =>
      `Hi, ${r.pick(people)} here from ${host(r)}. Do you accept guest posts? We pay ` +
      `${r.below(300)} dollars for a dofollow link.`,
  ),
  kind(
    'fake support',
    'hurries',
    (r) =>
      `Call our ${disguise('support line', r)} +1 800 ${r.below(900)} ` +
      `${r.below(9_000)} to unlock your account`,
  ),
  kind(
    'phishing in homoglyphs',
    'posts',
    (r) => `Your ${disguise('paypal account', r)} is limited, log in at ${url(r)}`,
  ),
  kind(
    'bidirectional override',
    'posts',
    (r) => `Photos of you, ${r.pick(people)}: \u202Egpj.${r.below(999)}_otohp\u202C`,
  ),
  kind('dating', 'fills', (r) => `Lonely ladies in ${r.pick(cities)} want to meet you ${url(r)}`),
  kind(
    'adult',
    'hurries',
    (r) => `HOT VIDEOS OF ${r.pick(people).toUpperCase()} FREE TO WATCH ${url(r)}`,
  ),
  kind(
    'Russian loans',
    'posts',
    (r) =>
      'Займ онлайн на карту без отказа в городе ' +
      `${r.pick(cities)} за ${r.below(60)} минут ${url(r)}`,
  ),
  kind(
    'Russian praise',
    'posts',
    (r) => `Спасибо за отличную статью номер ${r.below(999)}, очень полезно и интересно написано!`,
  ),
  kind(
    'Chinese essays',
    'posts',
    (r) => `专业代写论文，价格优惠，联系微信${r.below(999_999)}，质量保证`,
  ),
  kind(
    'Japanese replicas',
    'fills',
    (r) => `ブランドコピー品激安通販、送料無料${r.below(9_999)}円から ${url(r)}`,
  ),
  kind(
    'Arabic services',
    'waits',
    (r) => `شركة تنظيف منازل رقم ${r.below(999)} بأسعار رخيصة ${url(r)}`,
  ),
  kind(
    'copied from the post, with a link',
    'waits',
    (r) =>
      'Its page is wholly static, so a reader costs no query ' +
      `${r.below(99)}. [${r.pick(goods)}](${url(r)})`,
  ),
  kind('random words', 'posts', (r) =>
    Array.from({ length: 12 }, () =>
      r.pick([...praise].join(' ').split(' ') as [string, ...string[]]),
    ).join(' '),
  ),
  kind(
    'three links in a list',
    'hurries',
    (r) => `- ${url(r)}\n- ${url(r)}\n- ${url(r)}\n\n${r.pick(praise)}`,
  ),
]

export const spamAuthor = (random: Random): string =>
  `${random.pick(people)} ${String.fromCharCode(65 + random.below(26))}.`
