import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isChallenge } from '@/lib/link-previews/fetch/request-page'
import { extractPage } from './extract-link-preview'

/**
 * Reads reduced copies of real challenge pages from `fixtures/walls`, and of pages that
 * resemble them.
 */
function read(folder: string): { name: string; page: string }[] {
  const directory = path.join(import.meta.dirname, 'fixtures', folder)
  return readdirSync(directory).map((name) => ({
    name,
    page: readFileSync(path.join(directory, name), 'utf8'),
  }))
}

const isWall = (page: string, href = 'https://example.com/a') =>
  extractPage(Buffer.from(page), new URL(href), 'text/html; charset=utf-8').refusal === 'robots'

describe('a challenge or block page', () => {
  test.each(read('walls'))('is recognised: $name', ({ page }) => {
    expect(isWall(page)).toBe(true)
  })

  test.each([
    'Just a moment...',
    'Access Denied',
    'Access to this page has been denied.',
    'Are you a robot?',
    'Pardon Our Interruption...',
    'Checking your browser before accessing example.com.',
    'DDoS-Guard',
    'Nur einen Moment…',
    'Один момент…',
    '잠시만 기다리십시오…',
  ])('is recognised by the title “%s” and machine-readable markup', (title) => {
    const script = `<title>${title}</title><script src="/challenge.js"></script>`
    expect(isWall(`${script}<p>Wait.</p>`)).toBe(true)
    for (const markup of [
      '<noscript>Enable it.</noscript>',
      '<meta name="robots" content="noindex,nofollow">',
      '<meta http-equiv="refresh" content="5">',
      '<div class="h-captcha"></div>',
      '<p>Verify that you are human.</p>',
    ])
      expect(isWall(`<title>${title}</title>${markup}<p>Wait.</p>`)).toBe(true)
    expect(isWall(`${script}<article><p>Once upon a time</p></article>`)).toBe(false)
    expect(isWall(`${script}<img src="/sea.jpg" alt="The sea">`)).toBe(false)
    expect(isWall(`${script}<meta name="description" content="A novel">`)).toBe(false)
    expect(isWall(`${script}<p>${'words '.repeat(500)}</p>`)).toBe(false)
  })

  test.each([
    'https://consent.example.com/m',
    'https://wappass.baidu.com/static/captcha/tuxing.html',
    'https://validate.perfdrive.com/?ssa=1',
  ])('is recognised by its host: %s', (href) => {
    expect(isWall('<meta property="og:title" content="A page">', href)).toBe(true)
  })

  test.each([
    'cf-mitigated',
    'x-amzn-waf-action',
    'x-sucuri-block',
    'x-vercel-mitigated',
    'x-yandex-captcha',
  ])('is recognised by its header %s', (name) => {
    expect(isChallenge({ [name]: 'challenge' })).toBe(true)
  })
})

describe('a page that is not a challenge', () => {
  test.each(read('pages-like-walls'))('is accepted: $name', ({ page }) => {
    expect(isWall(page)).toBe(false)
  })

  test.each([
    'Access denied: a history of the locked door',
    'Just a moment in time',
    'How Captcha works',
    'Security',
    'Request',
    'Blocked',
  ])('is accepted with the title “%s”', (title) => {
    expect(isWall(`<title>${title}</title>`)).toBe(false)
  })

  test.each([
    `<title>Un instant</title><h1>Un instant</h1><img src="/mer.jpg">
     <p>Une photo de la mer, prise un matin de mai.</p><a href="/">Accueil</a>`,
    `<title>Access denied</title><h1>Access denied</h1>
     <p>The door was shut,<br>the key was gone,<br>and still the lamp<br>inside burned on.</p>`,
  ])('is not refused for its title alone, however short it is: %s', (page) => {
    expect(isWall(page)).toBe(false)
  })

  test('is not refused for a challenge’s markup if it is long', () => {
    const challenge = '<script>window._cf_chl_opt={}</script>'
    expect(isWall(challenge)).toBe(true)
    expect(isWall(`<title>A page</title>${challenge}<p>${'x'.repeat(65_536)}</p>`)).toBe(false)
  })

  test('is accepted with headers that only name a product', () => {
    expect(isChallenge({ server: 'cloudflare', 'x-sucuri-id': '12005', 'cf-ray': '8f1c' })).toBe(
      false,
    )
  })
})
