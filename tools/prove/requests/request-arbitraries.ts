import fc, { type Arbitrary } from 'fast-check'
import { firefox } from '@/test/new-client'
import type { RawRequest } from '@/tools/prove/load/send-raw-request'
import {
  isDocumented,
  type Method,
  methods,
  openapiPaths,
  operationAt,
  resolve,
} from './openapi-operations'
import { asPairs, bodyOf, corruptBody, written } from './request-bodies'
import { type Known, nearlyValid, unexpectedValue, valid } from './schema-arbitraries'

/** A request; `of` is the path of its operation in `openapi.yaml`. */
export type GeneratedRequest = RawRequest & { of?: string }

/** Values with which requests refer to existing content. */
export type KnownValues = {
  /** Values by field or parameter name. */
  values: Known
  /** Sets of values that belong together, by path, such as a comment's id and its edit token. */
  together: Record<string, readonly Known[]>
  /** Successful requests with an idempotency key, to be repeated unchanged. */
  sent: readonly GeneratedRequest[]
}

/**
 * Generates a value once in `many` times. (The `freq` of `fc.option` is the frequency of the value
 * being absent.)
 */
const oneIn = <T>(many: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: many - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/**
 * Replaces characters that a header must not contain (RFC 9110, section 5.5), so that the request
 * can be sent.
 */
const asHeader = (value: unknown) => written(value).replaceAll(/[^\t\x20-\x7e]/g, '?')

/** Generates mostly valid credentials, if the operation requires any. */
function authorizations(known: Known, security: string[]): Arbitrary<string | undefined> {
  const right = [
    ...(security.includes('cronSecret') ? ['cronSecret'] : []),
    ...(security.includes('editToken') ? ['edit_token'] : []),
  ]
  const bearers = (names: string[]) =>
    names.flatMap((name) => known[name] ?? []).map((one) => `Bearer ${one}`)
  const any = fc.constantFrom(
    'Bearer',
    'Bearer x',
    'Basic eDp5',
    ...bearers(['cronSecret', 'edit_token']),
  )
  const keys = bearers(right)
  return keys.length === 0
    ? oneIn(10, any)
    : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...keys) }, oneIn(2, any))
}

/**
 * Generates the headers of any request: mostly those of a browser on the blog's own pages, and
 * sometimes unusual ones.
 */
function anyHeaders(known: Known, security: string[]): Arbitrary<Record<string, string>> {
  const own = (known.origin ?? []).map(String)
  const headers = fc.record({
    authorization: authorizations(known, security),
    origin: oneIn(
      20,
      fc.constantFrom('null', 'https://evil.example', 'not an origin', ...own, ...own),
    ),
    'sec-fetch-site': oneIn(
      10,
      fc.constantFrom('same-origin', 'same-origin', 'none', 'cross-site', 'same-site', 'x'),
    ),
    accept: oneIn(4, fc.constantFrom('text/html', 'application/json', '*/*', '')),
    'if-none-match': oneIn(8, fc.constantFrom('*', '"x"', 'W/"x", "y"', '"')),
    cookie: oneIn(
      8,
      fc.constantFrom('session=x.y', 'session=', '__Host-session=x', 'a=b; session=x'),
    ),
    'user-agent': fc.oneof(
      { weight: 9, arbitrary: fc.constant(firefox) },
      fc.constantFrom('', 'curl/8', 'Googlebot/2.1'),
    ),
    dnt: oneIn(10, fc.constant('1')),
    // The shared address exceeds the rate limits; all other clients are new.
    'x-forwarded-for': oneIn(15, fc.constant('9.9.9.9')),
  })
  return headers.map((all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  )
}

function requestsWith(path: string, method: Method, known: Known): Arbitrary<GeneratedRequest> {
  const { parameters, bodies, security } = operationAt(path, method)
  const group = (place: string) => {
    const those = parameters.filter((one) => one.in === place)
    const requiredKeys = those.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(
      Object.fromEntries(
        those.map(({ name, schema }) => [name, valid(schema, resolve, known, name)]),
      ),
      { requiredKeys },
    )
  }
  const mostly = (whole: Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary: whole }, nearlyValid(whole))
  const made = bodies.map(([type, { schema }]) =>
    mostly(valid(schema, resolve, known)).map((value) => bodyOf(type, value)),
  )
  const body = fc
    .tuple(fc.oneof(...made), oneIn(5, corruptBody))
    .map(([sent, corrupt]) => (corrupt ? corrupt(sent) : sent))
  return fc
    .record({
      place: mostly(group('path')),
      query: mostly(group('query')),
      header: mostly(group('header')),
      headers: anyHeaders(known, security),
      body,
      twice: oneIn(16, fc.constant(true)),
    })
    .map(({ place, query, header, headers, body, twice }) => {
      const segments = new Map(asPairs(place))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(segments.get(name) || '1').replaceAll('.', '%2E'),
      )
      const pairs = asPairs(query)
      const search = new URLSearchParams(
        twice ? [...pairs, ...pairs.slice(0, 1)] : pairs,
      ).toString()
      const own = Object.fromEntries(
        asPairs(header).map(([name, value]) => [name.toLowerCase(), asHeader(value)]),
      )
      const isBodied = !['get', 'head', 'options'].includes(method)
      return {
        of: path,
        method: method.toUpperCase(),
        path: search === '' ? filled : `${filled}?${search}`,
        headers: {
          ...headers,
          ...own,
          ...(isBodied && body.type !== '' && { 'content-type': body.type }),
        },
        ...(isBodied && { body: body.body }),
      }
    })
}

/** Generates requests, two of three with values that belong together, if there are any. */
function requestsOf(
  path: string,
  method: Method,
  { values, together }: KnownValues,
): Arbitrary<GeneratedRequest> {
  const sets = together[path] ?? []
  const any = requestsWith(path, method, values)
  if (sets.length === 0) return any
  const whole = fc
    .nat(sets.length - 1)
    .chain((n) => requestsWith(path, method, { ...values, ...sets[n] }))
  return fc.oneof({ weight: 1, arbitrary: any }, { weight: 2, arbitrary: whole })
}

/**
 * Returns the share of an operation. Few requests suffice for simple or uniform operations. Most go
 * to the operations with the most error cases.
 */
function weightOf(path: string, method: Method): number {
  if (!isDocumented(path, method) || method === 'options') return 1
  if (path.startsWith('/api/cron/')) return 6
  // Reported comments become hidden and then accept no replies.
  if (path.endsWith('/report')) return 12
  return path.startsWith('/api/comments') && method !== 'get' ? 64 : 32
}

/** Large bodies for the decoder of server actions, from clients without a session. */
const largeActions: Arbitrary<GeneratedRequest> = fc
  .record({
    path: fc.constantFrom(
      '/',
      '/posts/proved-1',
      '/comments/1',
      '/admin/posts/1',
      '/api/../admin/posts/1',
    ),
    type: fc.constantFrom('text/plain;charset=UTF-8', 'multipart/form-data; boundary=part'),
    cookie: fc.constantFrom('', 'session=x.y', `session=${'x'.repeat(32)}.${'A'.repeat(43)}`),
    depth: fc.integer({ min: 33_000, max: 500_000 }),
  })
  .map(({ path, type, cookie, depth }) => ({
    method: 'POST',
    path,
    headers: { 'content-type': type, 'next-action': 'a'.repeat(42), ...(cookie && { cookie }) },
    body: Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
  }))

/**
 * Generates requests for every path and method in `openapi.yaml`, and for other methods on its
 * paths.
 */
export function requests(known: KnownValues): Arbitrary<GeneratedRequest> {
  const described = openapiPaths.flatMap((path) =>
    methods.map((method) => ({
      weight: weightOf(path, method),
      arbitrary: requestsOf(path, method, known),
    })),
  )
  const unknown = unexpectedValue.map((value) => ({
    method: 'GET',
    path: `/api/${encodeURIComponent(written(value) || 'x')}`,
  }))
  const again =
    known.sent.length === 0 ? [] : [{ weight: 16, arbitrary: fc.constantFrom(...known.sent) }]
  return fc.oneof(
    ...described,
    { weight: 16, arbitrary: unknown },
    { weight: 4, arbitrary: largeActions },
    ...again,
  )
}
