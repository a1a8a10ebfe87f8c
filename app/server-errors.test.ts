/**
 * No query makes a route fail: every page and route of `app`, with every parameter that its source
 * or `openapi.yaml` names, over real HTTP. `npm test` gives all parameters of a route the same
 * hostile value, for a few values; the nightly run uses all values, and also varies each parameter.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createOwner } from '@/lib/auth/create-owner'
import { encodeCursor } from '@/lib/comments/reading/comment-cursor'
import { addActor } from '@/test/authorisation/actors'
import { listPages, listRouteMethods } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { description } from '@/test/described-responses'
import { asNewClient } from '@/test/new-client'
import { isNightly } from '@/test/nightly'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
await createOwner({
  email: 'olivia@example.org',
  password: 'the owner’s own password',
  name: 'Olivia',
})
const { cookie } = await addSession(await addActor('owner'))
const { id: postId } = await addPost('hello')
const commentId = await addComment(postId)

/** `names` are all words that may be parameters; `single` are those that are varied one by one. */
type Route = { method: string; shape: string; names: string[]; single: string[] }

/** Returns the source of a route and of its direct imports, by default also from `lib`. */
function sourcesOf(file: string, imports = /from '(@\/[^']+|\.\/[^']+)'/g): string {
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(imports)].flatMap(([, name = '']) => {
    const base = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
    return ['.ts', '.tsx'].flatMap((end) => readIfThere(base + end))
  })
  return [text, ...imported].join('\n')
}

function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}

const operation = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string().optional(), $ref: z.string().optional() }))
    .default([]),
})

/** A property, or the argument of `get`. */
const anyName = /\b([a-z_]+)\??:|\bget\('([a-z_]+)'\)/g
/** An optional property, one with a schema, or the argument of `get`. */
const likelyName =
  /\b([a-z_]+)(?:\?:|: (?:z\.|text\(|wholeNumber\(|threadSlug\b))|\bget\('([a-z_]+)'\)/g

/** Returns every word that may be the name of a parameter. Extra names do no harm. */
function namesIn(source: string, pattern: RegExp, method: string, shape: string): string[] {
  const properties = [...source.matchAll(pattern)].map(([, property, got]) => property ?? got ?? '')
  const described = operation.parse(
    description.paths[shape.replaceAll('[', '{').replaceAll(']', '}')]?.[method.toLowerCase()] ??
      {},
  )
  const named = described.parameters.map(
    ({ name, $ref }) => name ?? $ref?.split('/').at(-1)?.toLowerCase() ?? '',
  )
  return [...new Set([...properties, ...named])].filter(Boolean)
}

/** Returns the file of a route, which may be in a group. */
const fileOf = (shape: string, name: string) =>
  ['app', 'app/(blog)', 'app/(threads)']
    .map((root) => `${root}${shape}/${name}`)
    .find(existsSync) ?? ''

const noRoute: Route = { method: '', shape: '', names: [], single: [] }
const routes: Route[] = [
  ...listPages('app').map((shape) => ({ method: 'GET', shape, file: fileOf(shape, 'page.tsx') })),
  ...listRouteMethods().map((route) => {
    const [method = '', shape = ''] = route.split(' ')
    return { method, shape, file: fileOf(shape, 'route.ts') }
  }),
].map(({ method, shape, file }) => {
  const names = namesIn(sourcesOf(file), anyName, method, shape)
  // `openapi.yaml` describes the parameters of `lib/http`. `lib/paths.ts` only builds links.
  const own = sourcesOf(file, /from '(@\/(?!lib\/(?:http|paths))[^']+|\.\/[^']+)'/g)
  return { method, shape, names, single: namesIn(own, likelyName, method, shape) }
})

/**
 * Surrogate pairs at even and odd indices: a cut after any number of code units splits one of them.
 */
const pairs = '😀'.repeat(300)
const hostile = [
  '',
  ' ',
  'junk',
  '\0',
  'a\0b',
  '\u202e',
  '\ufffe',
  pairs,
  `a${pairs}`,
  'x'.repeat(3_000),
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1.5',
  '1e999',
  'NaN',
  'Infinity',
  '2147483648',
  '9'.repeat(40),
  '2025-02-30',
  '../..',
  '//evil.example',
  "' OR 1=1 --",
  ...['9'.repeat(14), `${8.64e15}`].map((time) => Buffer.from(`${time}.1`).toString('base64url')),
  encodeCursor({ createdAt: new Date(), id: 1 }),
].map(encodeURIComponent)
/** Invalid UTF-8 and invalid percent-escapes. */
const malformed = ['%ED%A0%80', '%FF', '%C0%80', '%', '%zz', '%00']
const all = [...hostile, ...malformed]
const values = isNightly ? all : [encodeURIComponent(`a${pairs}`), '%FF']
/** One of each kind, for the many requests that vary one parameter. */
const kinds = [
  ...[
    '',
    '\0',
    pairs,
    'x'.repeat(3_000),
    '[]',
    '__proto__',
    '-1',
    '9'.repeat(40),
    '2025-02-30',
  ].map(encodeURIComponent),
  ...hostile.slice(-3),
  '%FF',
  '%',
]

const known: Record<string, string> = {
  slug: 'hello',
  id: String(commentId),
  tag: 'words',
  number: '1',
  '...year': '2025',
}

/** Valid values of required parameters, so that a route reads the others too. */
const valid: Record<string, string> = {
  slug: 'hello',
  url: encodeURIComponent('https://localhost/'),
  q: 'hello',
}

/**
 * Returns queries with one hostile parameter and valid required ones. Adds queries in which all
 * parameters have the same hostile value, and one with each parameter twice.
 */
function queriesOf({ names, single }: Route): string[] {
  const validNames = single.filter((name) => name in valid)
  const withValid = (hostileName: string, value: string) =>
    [
      `${hostileName}=${value}`,
      ...validNames.flatMap((name) => (name === hostileName ? [] : `${name}=${valid[name]}`)),
    ].join('&')
  const toAll = (value: string) => names.map((name) => `${name}=${value}`).join('&')
  return [
    ...values.map(toAll),
    ...(isNightly ? single.flatMap((name) => kinds.map((value) => withValid(name, value))) : []),
    `${toAll('junk')}&${toAll('1')}`,
  ]
}

const pathOf = (shape: string, segment?: string) =>
  shape.replaceAll(/\[+([^\]]+)\]+/g, (_, name: string) => segment ?? known[name] ?? '1')

async function expectNoServerError(
  method: string,
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  const response = await fetch(server.url + address, {
    method,
    headers: { ...headers, ...asNewClient() },
    redirect: 'manual',
  })
  const text = await response.text()
  // The API uses 500 for a linked page that cannot be read. A busy machine may return 503.
  if (response.status === 500 && !/"code":"target-/.test(text))
    throw new Error(`${response.status} ${method} ${address.slice(0, 500)}`)
}

/** An exception that Next.js logs. After the head of a page was sent, the status remains 200. */
const thrown = /"level":"error"/

const signedIn = { Cookie: `session=${cookie}`, 'Sec-Fetch-Site': 'same-origin' }

test('finds routes and parameters to test', () => {
  expect(routes.length).toBeGreaterThan(80)
  expect(routes.find(({ shape }) => shape === '/admin/comments')?.names).toContain('after')
  expect(routes.find(({ shape }) => shape === '/api/unsubscribe')?.names).toContain('token')
  expect(
    routes.find(({ shape, method }) => shape === '/api/comments' && method === 'GET')?.names,
  ).toContain('cursor')
  expect(routes.find(({ shape }) => shape === '/admin/comments')?.single).toContain('after')
  const queries = queriesOf(routes.find(({ shape }) => shape === '/api/comments') ?? noRoute)
  const likely = isNightly ? /^cursor=%00&.*slug=hello/ : /\bcursor=%FF/
  expect(queries).toContainEqual(expect.stringMatching(likely))
})

test('no route returns 500 for any value of its parameters', async () => {
  for (const route of routes) {
    const { method, shape } = route
    const addresses = queriesOf(route).map((query) => `${pathOf(shape)}?${query}`)
    // One route at a time, so that a failure names it.
    for (let from = 0; from < addresses.length; from += 4) {
      await Promise.all(
        addresses
          .slice(from, from + 4)
          .map((address) => expectNoServerError(method, address, signedIn)),
      )
    }
    expect(server.output(), `${method} ${shape}`).not.toMatch(thrown)
  }
}, 600_000)

if (isNightly)
  test('no route returns 500 for any parameters and path segments, signed in or not', async () => {
    const value = fc.oneof(
      fc.constantFrom(...all),
      fc.string({ unit: 'binary', maxLength: 250 }).map(encodeURIComponent),
    )
    const requests = fc.constantFrom(...routes).chain(({ method, shape, names }) =>
      fc.record({
        method: fc.constant(method),
        address: fc
          .tuple(
            fc.option(value),
            fc.array(fc.tuple(fc.constantFrom('x', ...names), value), { maxLength: 4 }),
          )
          .map(
            ([segment, query]) =>
              pathOf(shape, segment ?? undefined) +
              `?${query.map((pair) => pair.join('=')).join('&')}`,
          ),
        headers: fc.constantFrom(signedIn, {}),
      }),
    )
    await fc.assert(
      fc.asyncProperty(requests, ({ method, address, headers }) =>
        expectNoServerError(method, address, headers),
      ),
      { numRuns: 1_500, seed: 25, endOnFailure: true },
    )
    expect(server.output()).not.toMatch(thrown)
  }, 600_000)
