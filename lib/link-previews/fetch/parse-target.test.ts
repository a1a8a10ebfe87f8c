import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/errors'
import { parseTarget } from './parse-target'

const refused = expect.objectContaining({
  code: 'invalid-url',
  errors: [{ field: 'url', message: expect.any(String) }],
})

function errorOf(text: string, allowOrigins: string[] = []): unknown {
  try {
    return parseTarget(text, allowOrigins).href
  } catch (error) {
    return error
  }
}

describe('a target', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com/A?b#c', 'https://example.com/A?b#c'],
    ['http://example.com:80/', 'http://example.com/'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com./', 'https://example.com./'],
    ['https://bücher.example.net/ü', 'https://xn--bcher-kva.example.net/%C3%BC'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
    ['https://testing.org/', 'https://testing.org/'],
    ['https://notlocalhost.com/', 'https://notlocalhost.com/'],
    ['https://home.arpa.com/', 'https://home.arpa.com/'],
  ])('can be %s', (text, href) => {
    expect(errorOf(text)).toBe(href)
  })

  test.each([
    '',
    ' ',
    'example.com',
    '/posts/a',
    '//example.com/',
    'http:example.com',
    'http:/example.com',
    'http:\\\\example.com',
    'http://',
    'http://[::1',
    'http://ex ample.com/',
    'https://example.com:99999/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hi',
    'gopher://example.com/',
    'ws://example.com/',
    'blob:https://example.com/a',
    'https://exam\nple.com/',
    'https://example.com/\0',
    'https://example.com/\ud800',
  ])('is rejected if it is not an absolute http(s) URL: %j', (text) => {
    expect(errorOf(text)).toEqual(refused)
  })

  test('is limited to 2,048 characters', () => {
    const start = 'https://example.com/'
    expect(errorOf(start + 'a'.repeat(2_048 - start.length))).toEqual(expect.any(String))
    expect(errorOf(start + 'a'.repeat(2_049 - start.length))).toEqual(refused)
    expect(errorOf(start + '語'.repeat(1_000))).toEqual(refused)
  })

  test.each([
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
  ])('is rejected with credentials: %s', (text) => {
    expect(errorOf(text)).toEqual(refused)
  })

  test.each(['21', '22', '25', '81', '3000', '5432', '6379', '8000', '0', '65535'])(
    'is rejected on port %s',
    (port) => {
      expect(errorOf(`http://example.com:${port}/`)).toEqual(refused)
    },
  )

  test('with a private host is rejected for its host, on any port', () => {
    expect(errorOf('http://localhost:4311/')).toMatchObject({
      message: 'Use a host on the public internet.',
    })
    expect(errorOf('http://example.com:4311/')).toMatchObject({
      message: 'Use port 80, 443, 8080 or 8443.',
    })
  })

  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '10.0.0.1',
    '192.168.1.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fe80::1%25eth0]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ⓛocalhost',
    'intranet',
    'intranet.',
    'printer.local',
    'metadata.google.internal',
    'router.home.arpa',
    'home.arpa',
    'a.test',
    'a.example',
    'a.invalid',
    'a.onion',
    'a.lan',
    'a.corp',
    'a.home',
    'a.home.',
    'a.local..',
  ])('with a private host is rejected: %s', (host) => {
    expect(errorOf(`http://${host}/`)).toEqual(refused)
  })

  test('may use any port and address only on an exempt origin', () => {
    const exempt = ['http://127.0.0.1:4000', 'http://localhost:80']
    expect(errorOf('http://127.0.0.1:4000/a', ['http://127.0.0.1:4000'])).toBe(
      'http://127.0.0.1:4000/a',
    )
    expect(errorOf('http://127.0.0.1:4001/a', exempt)).toEqual(refused)
    expect(errorOf('https://127.0.0.1:4000/a', exempt)).toEqual(refused)
    expect(errorOf('http://localhost:4000/', exempt)).toEqual(refused)
    expect(errorOf('http://user@127.0.0.1:4000/', exempt)).toEqual(refused)
  })

  test('is rejected with an AppError', () => {
    expect(errorOf('http://localhost/')).toBeInstanceOf(AppError)
  })
})
