import { expect, test } from 'vitest'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { deviceClass, referrerHost } from './view-source'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ' +
      'AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    'tablet',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ' +
      'AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'desktop',
  ],
])('%s: %s', (userAgent, device) => {
  expect(deviceClass(userAgent)).toBe(device)
})

test.each([
  ['https://www.example.org/path?q=secret#x', 'example.org'],
  ['https://EXAMPLE.org:8443/', 'example.org'],
  ['android-app://com.example.reader/', 'com.example.reader'],
  ['https://blog.example/posts/other', undefined],
  ['http://inside.example:3000/posts/other', undefined],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  ['http://user:password@example.org/', 'example.org'],
  [`https://${'a'.repeat(200)}.example/`, undefined],
  ['https://<script>.example/', undefined],
])('keeps of the referrer %j: %j', (referrer, host) => {
  expect(referrerHost(referrer, ['inside.example:3000', 'blog.example'])).toBe(host)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('maps %s to the network %s', (client, network) => {
  expect(wideNetwork(client)).toBe(network)
})
