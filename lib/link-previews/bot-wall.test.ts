import { expect, test } from 'vitest'
import { isBotWall, isBotWallPage } from './bot-wall'
import { nothingDeclared } from './read-declared'

test.each([
  'Just a moment...',
  'Just a moment…',
  'Attention Required! | Cloudflare',
  'Access Denied',
  'Access denied | www.example.com used Cloudflare to restrict access',
  'Access to this page has been denied.',
  'Are you a robot?',
  'Robot or human?',
  'Pardon Our Interruption...',
  'Checking your browser before accessing example.com.',
  'Vercel Security Checkpoint',
  'DDoS-Guard',
  'Captcha Challenge',
  'Nur einen Moment…',
  'Один момент…',
  '잠시만 기다리십시오…',
  'Before you continue to YouTube',
  'Bevor Sie zu Google weitergehen',
])('“%s” is a wall', (title) => {
  expect(isBotWall(title)).toBe(true)
})

test.each(['', 'Access denied: a history of the locked door', 'Just a moment in time', 'How Captcha works', 'Security', 'Request'])(
  '“%s” is a page',
  (title) => {
    expect(isBotWall(title)).toBe(false)
  },
)

const here = new URL('https://example.com/a')
const shared = { ...nothingDeclared, metas: new Map([['og:title', ['Access Denied']]]) }

test('a page is a wall by its title, its marks or its host', () => {
  expect(isBotWallPage({ ...nothingDeclared, title: ' Access Denied ' }, '', here)).toBe(true)
  expect(isBotWallPage(nothingDeclared, '<iframe>Request unsuccessful. Incapsula incident ID: 4-7</iframe>', here)).toBe(true)
  expect(isBotWallPage(shared, '', new URL('https://consent.example.com/m'))).toBe(true)
})

test('a page that declares its title is none, nor is a long one with such a mark', () => {
  expect(isBotWallPage({ ...shared, title: 'Access Denied' }, 'Incapsula incident ID', here)).toBe(false)
  expect(isBotWallPage(nothingDeclared, `Incapsula incident ID${'x'.repeat(65_536)}`, here)).toBe(false)
  expect(isBotWallPage(nothingDeclared, '<script src="/_Incapsula_Resource?a"></script>', here)).toBe(false)
})
