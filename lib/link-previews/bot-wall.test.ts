import { expect, test } from 'vitest'
import { isBotWall } from './bot-wall'

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
])('“%s” is a wall', (title) => {
  expect(isBotWall(title)).toBe(true)
})

test.each(['', 'Access denied: a history of the locked door', 'Just a moment in time', 'How Captcha works', 'Security', 'Request'])(
  '“%s” is a page',
  (title) => {
    expect(isBotWall(title)).toBe(false)
  },
)
