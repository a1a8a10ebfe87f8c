import { expect, onTestFinished, test } from 'vitest'
import { servePages } from '@/test/link-previews/serve-pages'
import { fetchPage } from './fetch-page'
import { RedirectCookies } from './redirect-cookies'

const at = (url: string) => new URL(url)

function afterSetting(...setCookies: string[]): RedirectCookies {
  const cookies = new RedirectCookies()
  cookies.keep(at('https://a.org/'), setCookies)
  return cookies
}

test.each([
  ['https://a.org/other', 'a=1; b=2'],
  ['https://a.org:8443/', 'a=1; b=2'],
  ['http://a.org/', ''],
  ['https://www.a.org/', ''],
  ['https://org/', ''],
  ['https://b.org/', ''],
])('what https://a.org/ sets for all its domain goes to %s as “%s”', (url, header) => {
  expect(
    afterSetting('a=1; Domain=.org; Path=/elsewhere', 'b=2; Secure; HttpOnly').headerFor(at(url)),
  ).toBe(header)
})

test.each([
  [['a=1', 'a=2'], 'a=2'],
  [['a=1', 'a=; Max-Age=0'], ''],
  [['a=1', 'a=x; expires=Thu, 01 Jan 1970 00:00:00 GMT'], ''],
  [['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=60'], 'a=1'],
  [['a=', 'b=c=d'], 'a=; b=c=d'],
  [['a', '=1', 'a b=1', 'ü=1', 'a=\u00fc'], ''],
])('of %j comes back “%s”', (setCookies, header) => {
  expect(afterSetting(...setCookies).headerFor(at('https://a.org/'))).toBe(header)
})

test('a cookie larger than browsers take is not taken', () => {
  expect(afterSetting(`a=${'x'.repeat(4_096)}`, 'b=2').headerFor(at('https://a.org/'))).toBe('b=2')
})

test('a server that sets without end gets twenty back', () => {
  const cookies = afterSetting(...Array.from({ length: 1_000 }, (_, n) => `a${n}=1`))
  expect(cookies.headerFor(at('https://a.org/')).split('; ')).toHaveLength(20)
})

test('a page that lets in only who brings back its cookie is read, and the next fetch begins without', async () => {
  const seen: (string | undefined)[] = []
  const stranger = await servePages(({ headers }, response) => {
    seen.push(headers.cookie)
    response.writeHead(302, { location: `${page.origin}/in` }).end()
  }, '127.0.0.2')
  const page = await servePages(({ url, headers }, response) => {
    seen.push(headers.cookie)
    if (url === '/in' && headers.cookie === 'pass=1')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>in</title>')
    else
      response
        .writeHead(302, {
          location: `${stranger.origin}/`,
          'set-cookie': ['pass=1; Path=/; Domain=127.0.0.2'],
        })
        .end()
  })
  onTestFinished(async () => {
    await Promise.all([stranger.close(), page.close()])
  })
  const allowOrigins = [page.origin, stranger.origin]
  for (const _ of ['first', 'second']) {
    seen.length = 0
    expect((await fetchPage(at(`${page.origin}/`), { allowOrigins })).status).toBe(200)
    expect(seen).toEqual([undefined, undefined, 'pass=1'])
  }
})
