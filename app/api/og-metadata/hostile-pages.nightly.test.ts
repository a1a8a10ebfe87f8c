import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import {
  lateResponses,
  type readableResponses,
  respondWithHostility,
  type unreadableResponses,
} from '@/test/link-previews/hostile-responses'
import { servePages } from '@/test/link-previews/serve-pages'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const title = 'A title'

/** The expected metadata of pages that have some. */
const read: Record<keyof typeof readableResponses, { title: unknown; [field: string]: unknown }> = {
  'an endless body': { title },
  'an endless comment': { title: '127.0.0.1' },
  'a bomb of gzip': { title },
  'a bomb of br': { title },
  'a bomb of deflate': { title },
  'a bomb of bare deflate': { title },
  'a bomb within a bomb': { title },
  'a length that is too long': { title },
  'a length that is too short': { title },
  '100,000 meta tags': { title },
  '100,000 titles of Open Graph': { title },
  'tags nested 50,000 deep': { title: expect.any(String) },
  'lists nested 50,000 deep, none closed': { title },
  'a tag with 50,000 attributes': { title },
  'a title of 20 MB': { title: expect.stringMatching(/^(?:word ?){40,60}…?$/) },
  'an attribute without end': { title },
  'a million entities': { title: expect.stringMatching(/^&+…?$/) },
  'JSON-LD nested 50,000 deep': { title },
  'NUL bytes': { title: expect.stringMatching(/^A.? title$/) },
  'nothing but NUL bytes': { title: '127.0.0.1' },
  'an encoding that was not requested': { title },
  'an unknown charset': { title },
  'a wrong charset': { title: expect.any(String) },
  'no charset': { title: 'Ünïcödé' },
  'no type': { title: 'Ünïcödé' },
  'bytes that are not text': { title: expect.any(String) },
  'a lone surrogate': { title: expect.stringMatching(/^A . title$/u) },
  'invalid links': {
    title,
    image: '',
    favicon: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/favicon\.ico$/),
  },
}

/** The expected errors of pages without usable metadata. */
const unread: Record<keyof typeof unreadableResponses, string> = {
  'no answer': 'target-too-slow',
  'headers without end': 'target-too-slow',
  'a header a byte long, each second': 'target-too-slow',
  'a byte a second': 'target-too-slow',
  'a compressed byte a second': 'target-too-slow',
  'megabytes of headers': 'target-unreachable',
  'a response that is not HTTP': 'target-unreachable',
  'a length that is not a number': 'target-unreachable',
  'two lengths': 'target-unreachable',
  'a wrong encoding header': 'target-unreachable',
  'endless whitespace': 'target-refused',
  nothing: 'target-refused',
  'ten encodings': 'target-unreachable',
  'a connection that breaks': 'target-unreachable',
  'redirects without end': 'target-refused',
  'an unknown status': 'target-refused',
}

const target = await servePages(respondWithHostility)
afterAll(target.close)
/** Several hosts with the same pages, because concurrent fetches per host are limited. */
const targets = await servePages(respondWithHostility, '0.0.0.0')
afterAll(targets.close)
const origins = Array.from({ length: 8 }, (_, n) => `http://127.0.1.${n + 1}:${targets.port}`)
const allowed = [target.origin, ...origins].join(',')
const server = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: allowed, TRUSTED_PROXY_HOPS: '1' })

async function fetchPreview(name: string, origin = target.origin) {
  const startedAt = performance.now()
  const url = `${origin}/${encodeURIComponent(name)}`
  const { response, json } = await server.request(
    `/api/og-metadata?url=${encodeURIComponent(url)}`,
    {
      headers: asNewClient(),
    },
  )
  return { status: response.status, json, tookMs: performance.now() - startedAt }
}

/**
 * Allowance in addition to the fetch timeout for parsing, storing and responding on a busy machine.
 */
const responseMsMax = linkPreviewLimits.fetchTimeoutMs + 1_500
const residentMb = () =>
  Number(
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1],
  ) / 1_024

describe('pages with usable metadata return it in time', () => {
  test.each(Object.entries(read))('%s', async (name, preview) => {
    const { status, json, tookMs } = await fetchPreview(name)
    expect(json).toMatchObject(preview)
    expect(status).toBe(200)
    expect(tookMs).toBeLessThan(responseMsMax)
    const { title, description } = z
      .object({ title: z.string(), description: z.string() })
      .parse(json)
    expect([...title].length).toBeLessThanOrEqual(linkPreviewLimits.titleLengthMax)
    expect([...description].length).toBeLessThanOrEqual(linkPreviewLimits.descriptionLengthMax)
  })
})

describe('pages without usable metadata fail in time', () => {
  test.concurrent.each(Object.entries(unread))('%s', async (name, code) => {
    const { json, tookMs } = await fetchPreview(name)
    expect(json).toMatchObject({ status: 500, code })
    expect(tookMs).toBeLessThan(responseMsMax)
  })
})

// Other systems have only one loopback address, not a whole network.
test.runIf(process.platform === 'linux')(
  'many slow pages at once are parsed in time or time out (needs Linux)',
  async () => {
    const names = Object.keys(lateResponses).filter((_, n) => n % 3 === 0)
    const results = await Promise.all(
      names.map((name, n) => fetchPreview(name, origins[n % origins.length])),
    )
    for (const { json, tookMs } of results) {
      expect(json).toEqual(
        expect.toSatisfy((result) => 'title' in result || result.code === 'target-too-slow'),
      )
      expect(tookMs).toBeLessThan(responseMsMax)
    }
  },
)

test.runIf(process.platform === 'linux')(
  'all pages together take bounded memory (needs Linux)',
  async () => {
    const before = residentMb()
    const names = [...Object.keys(read), ...Object.keys(unread)].flatMap((name) =>
      [1, 2].map((n) => `${name}?${n}`),
    )
    await Promise.all(names.map((name) => fetchPreview(name)))
    expect(residentMb() - before).toBeLessThan(250)
  },
  120_000,
)
