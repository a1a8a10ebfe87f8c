import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { description } from '@/lib/testing/described-answers'
import type { RawRequest } from './ask-raw'
import { almost, type Known, strange, valid } from './schema-arbitraries'

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const
const parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: z.unknown().optional() })
const operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) }).optional(),
})
const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(description.paths)
const node = z.record(z.string(), z.unknown())

/** Follows `$ref`s, each of which begins at the root of the file. */
function resolve(given: unknown): unknown {
  const reference = node.safeParse(given).data?.$ref
  if (typeof reference !== 'string') return given
  const found = reference
    .slice(2)
    .split('/')
    .reduce((value: unknown, token) => node.parse(value)[token], description)
  return resolve(found)
}

/** As a query or a form writes it. */
const written = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

const asPairs = (value: unknown): [string, string][] =>
  Object.entries(node.safeParse(value).data ?? {}).flatMap(([name, one]) => (one === undefined ? [] : [[name, written(one)]]))

/** What a header may hold (RFC 9110, 5.5), so that it leaves at all. */
const asHeader = (value: unknown) => written(value).replaceAll(/[^\t\x20-\x7e]/g, '?')

function bodyOf(type: string, value: unknown): { type: string; body: Buffer } {
  if (type.endsWith('json')) return { type, body: Buffer.from(JSON.stringify(value) ?? '') }
  if (type !== 'multipart/form-data') return { type, body: Buffer.from(new URLSearchParams(asPairs(value)).toString()) }
  const parts = asPairs(value).map(
    ([name, one]) => `--part\r\nContent-Disposition: form-data; name=${JSON.stringify(name)}\r\n\r\n${one}\r\n`,
  )
  return { type: `${type}; boundary=part`, body: Buffer.from(`${parts.join('')}--part--\r\n`) }
}

/** What holds for any request: mostly nothing, sometimes what the server has to judge. */
const anyHeaders = (known: Known): Arbitrary<Record<string, string>> =>
  fc.record(
    {
      authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5', ...(known.bearer ?? []).map((one) => `Bearer ${one}`)),
      origin: fc.constantFrom('null', 'https://evil.example', 'not an origin'),
      'sec-fetch-site': fc.constantFrom('cross-site', 'same-site', 'same-origin', 'none', 'x'),
      accept: fc.constantFrom('text/html', 'application/json', '*/*', ''),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"x", "y"', '"'),
      cookie: fc.constantFrom('session=x.y', 'session=', '__Host-session=x', 'a=b; session=x'),
      'user-agent': fc.constantFrom('', 'curl/8', 'Googlebot/2.1'),
      dnt: fc.constant('1'),
    },
    { requiredKeys: [] },
  )

/** What is sent in the place of a body that was made for it. */
const spoilt: Arbitrary<(sent: { type: string; body: Buffer }) => { type: string; body: Buffer }> = fc.constantFrom(
  ({ type, body }) => ({ type, body: body.subarray(0, body.byteLength / 2) }),
  ({ body }) => ({ type: 'text/plain', body }),
  ({ body }) => ({ type: '', body }),
  ({ type }) => ({ type, body: Buffer.from('[[[[') }),
  ({ type }) => ({ type, body: Buffer.alloc(0) }),
  ({ type }) => ({ type, body: Buffer.from([0xff, 0xfe, 0x00]) }),
  ({ type }) => ({ type, body: Buffer.alloc(70_000, 'a') }),
  ({ type, body }) => ({ type: `${type}; charset=utf-16`, body }),
  ({ type, body }) => ({ type: type.startsWith('multipart') ? 'multipart/form-data' : 'multipart/form-data; boundary=x', body }),
)

function requestsOf(path: string, method: (typeof methods)[number], known: Known): Arbitrary<RawRequest> {
  const described = operation.parse(paths[path]?.[method] ?? paths[path]?.post ?? {})
  const parameters = [...z.array(z.unknown()).parse(paths[path]?.parameters ?? []), ...described.parameters].map((one) =>
    parameter.parse(resolve(one)),
  )
  const group = (place: string) => {
    const those = parameters.filter((one) => one.in === place)
    const requiredKeys = those.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(those.map(({ name, schema }) => [name, valid(schema, resolve, known, name)])), { requiredKeys })
  }
  const mostly = (whole: Arbitrary<unknown>) => fc.oneof({ weight: 2, arbitrary: whole }, almost(whole))
  const bodies = Object.entries(described.requestBody?.content ?? { 'application/json': { schema: { type: 'object' } } }).map(
    ([type, { schema }]) => mostly(valid(schema, resolve, known)).map((value) => bodyOf(type, value)),
  )
  const twice = fc.oneof({ weight: 15, arbitrary: fc.constant(false) }, fc.constant(true))
  const body = fc.tuple(fc.oneof(...bodies), fc.option(spoilt, { freq: 5 })).map(([sent, spoil]) => (spoil ? spoil(sent) : sent))
  return fc
    .record({
      place: mostly(group('path')),
      query: mostly(group('query')),
      header: mostly(group('header')),
      headers: anyHeaders(known),
      body,
      twice,
    })
    .map(({ place, query, header, headers, body, twice }) => {
      const segments = new Map(asPairs(place))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(segments.get(name) || '1').replaceAll('.', '%2E'))
      const pairs = asPairs(query)
      const search = new URLSearchParams(twice ? [...pairs, ...pairs.slice(0, 1)] : pairs).toString()
      const own = Object.fromEntries(asPairs(header).map(([name, value]) => [name.toLowerCase(), asHeader(value)]))
      const isBodied = !['get', 'head', 'options'].includes(method)
      return {
        method: method.toUpperCase(),
        path: search === '' ? filled : `${filled}?${search}`,
        headers: { ...headers, ...own, ...(isBodied && body.type !== '' && { 'content-type': body.type }) },
        ...(isBodied && { body: body.body }),
      }
    })
}

/** Requests of every path and method that `openapi.yaml` has, and of every other method on its paths. */
export function requests(known: Known): Arbitrary<RawRequest> {
  const described = Object.keys(paths).flatMap((path) =>
    methods.map((method) => ({ weight: method in (paths[path] ?? {}) ? 8 : 1, arbitrary: requestsOf(path, method, known) })),
  )
  const unknown = strange.map((value) => ({ method: 'GET', path: `/api/${encodeURIComponent(written(value) || 'x')}` }))
  return fc.oneof(...described, { weight: 4, arbitrary: unknown })
}
