import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { pageMatcher } from './match-pages'

await ownDatabase()

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE posts, sites, threads CASCADE`
})

const addSite = (host: string) =>
  db().site.create({
    data: { name: host, origins: [`https://${host}`], hosts: { create: { host } } },
  })

/** Returns the slugs of the threads of pages. */
async function slugsOf(
  addresses: string[],
  { site, map = [] }: { site?: string; map?: string[] } = {},
) {
  const match = pageMatcher(site, map)
  const slugs: (string | undefined)[] = []
  for (const address of addresses) slugs.push((await match({ address }))?.slug)
  return slugs
}

test('finds posts by their path, or by a name after a date or a folder of posts', async () => {
  await addPost('hello')
  const addresses = [
    'hello',
    '/hello',
    '/posts/hello/',
    'posts/hello',
    '2019/hello.html',
    '/2019/04/hello/',
    '/2019/4/2/hello.php?a=b#c',
    '/blog/hello',
    '/blog/2019/04/hello/',
    'https://old.example/hello/index.html',
    'http://old.example/archives/hello',
  ]
  for (const address of addresses)
    expect([address, ...(await slugsOf([address]))]).toEqual([address, 'hello'])
})

test('does not use the last part of any other path as a slug', async () => {
  await addPost('about')
  const addresses = ['/team/about/', '/en/about', '/a/b/about', '/blog/team/about', '/20190/about']
  const others = addresses.map((path) => `https://old.example${path}`)
  const all = [...addresses, ...others]
  expect(await slugsOf(all)).toEqual(all.map(() => undefined))
})

test('does not match pages of a site with posts of the blog', async () => {
  await addPost('about')
  await addSite('old.example')
  const addresses = ['https://old.example/team/about/', 'http://old.example/about', '/about']
  expect(await slugsOf(addresses)).toEqual(['old.example/team/about', 'old.example/about', 'about'])
  // The export names the slug of this page, but not its path.
  const page = { address: 'https://old.example/?p=33', slug: 'about' }
  expect(await pageMatcher(undefined, [])(page)).toBeUndefined()
})

test('finds a post by the exported slug if the address has none', async () => {
  await addPost('hello')
  const page = { address: 'https://old.example/?p=33', slug: 'hello' }
  expect((await pageMatcher(undefined, [])(page))?.slug).toBe('hello')
})

test('maps an address that contains “=”', async () => {
  for (const slug of ['hello', 'other']) await addPost(slug)
  const address = 'https://old.example/?p=33'
  const targets = ['/hello', '/posts/hello', 'hello', 'https://old.example/hello?a=b']
  for (const to of targets)
    expect(await slugsOf([address], { map: [`${address}=${to}`] })).toEqual(['hello'])
  const map = ['https://old.example/?p=3=/hello', `${address}=other`]
  expect(await slugsOf([address], { map })).toEqual(['other'])
})

test('maps prefixes and regular expressions', async () => {
  const map = ['/old/path=/new', String.raw`/^item-(\d+)$/=/items/$1?x=y`, '/gone.*/=']
  const addresses = ['/old/path/a', 'item-7', '/kept/gone/b', 'http://www.example/a']
  const slugs = await slugsOf(addresses, { site: 'www.example', map })
  expect(slugs).toEqual([
    'www.example/new/a',
    'www.example/items/7',
    'www.example/kept',
    'www.example/a',
  ])
})

test('refuses rules without an address on the right', () => {
  for (const rule of ['nothing', '=/hello', '/old=', '/old=two words', 'a=?b', '/a=#b'])
    expect(() => pageMatcher(undefined, [rule]), rule).toThrow(
      `the rule “${rule}” is invalid: use the form OLD=NEW`,
    )
  expect(() => pageMatcher(undefined, ['/(/=x'])).toThrow('the rule “/(/=x” is invalid')
})
