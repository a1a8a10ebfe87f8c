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
])('sends cookies that https://a.org/ set for its domain to %s as “%s”', (url, header) => {
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
])('sends back “%s” for %j', (setCookies, header) => {
  expect(afterSetting(...setCookies).headerFor(at('https://a.org/'))).toBe(header)
})

test('ignores a cookie that exceeds the size limit of browsers', () => {
  expect(afterSetting(`a=${'x'.repeat(4_096)}`, 'b=2').headerFor(at('https://a.org/'))).toBe('b=2')
})

test('keeps at most twenty cookies per host', () => {
  const cookies = afterSetting(...Array.from({ length: 1_000 }, (_, n) => `a${n}=1`))
  expect(cookies.headerFor(at('https://a.org/')).split('; ')).toHaveLength(20)
})

test('returns a cookie after redirects, and forgets it after the fetch', async () => {
  const seen: (string | undefined)[] = []
  const otherHost = await servePages(({ headers }, response) => {
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
          location: `${otherHost.origin}/`,
          'set-cookie': ['pass=1; Path=/; Domain=127.0.0.2'],
        })
        .end()
  })
  onTestFinished(async () => {
    await Promise.all([otherHost.close(), page.close()])
  })
  const allowOrigins = [page.origin, otherHost.origin]
  for (const _ of ['first', 'second']) {
    seen.length = 0
    expect((await fetchPage(at(`${page.origin}/`), { allowOrigins })).status).toBe(200)
    expect(seen).toEqual([undefined, undefined, 'pass=1'])
  }
})
