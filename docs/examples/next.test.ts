import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { isSigned } from '@/docs/examples/next/components/afterword/verify-webhook'
import { newWebhookSecret, webhookHeaders } from '@/lib/webhooks/sign-webhook'
import { buildRegistry } from '@/scripts/build-examples'

const folder = 'docs/examples/next'

/** The documented shape of an item: https://ui.shadcn.com/docs/registry/registry-item-json */
const strings = { type: 'array', items: { type: 'string' } }
const kind = {
  enum: 'lib block component ui hook theme page file style item'
    .split(' ')
    .map((name) => `registry:${name}`),
}
const file = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'type', 'target'],
  properties: {
    path: { type: 'string' },
    type: kind,
    target: { type: 'string' },
    content: { type: 'string', minLength: 1 },
  },
}
const item = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'type', 'title', 'description', 'files'],
  properties: {
    $schema: { const: 'https://ui.shadcn.com/schema/registry-item.json' },
    name: { type: 'string', pattern: '^[a-z-]+$' },
    type: kind,
    title: { type: 'string' },
    description: { type: 'string' },
    docs: { type: 'string' },
    registryDependencies: strings,
    dependencies: strings,
    files: { type: 'array', minItems: 1, items: file },
    envVars: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
/** The documented shape of the index: https://ui.shadcn.com/docs/registry/registry-json */
const index = {
  type: 'object',
  additionalProperties: false,
  required: ['$schema', 'name', 'homepage', 'items'],
  properties: {
    $schema: { const: 'https://ui.shadcn.com/schema/registry.json' },
    name: { type: 'string' },
    homepage: { type: 'string' },
    items: { type: 'array', minItems: 1, items: item },
  },
}

/** Returns what is wrong with a file of the registry, or undefined. */
function faultsOf(text: string, schema: object) {
  const ajv = new Ajv({ allErrors: true })
  return ajv.validate(schema, JSON.parse(text)) ? undefined : ajv.errors
}

test('the registry has the documented shape', () => {
  const { 'registry.json': list = '', ...items } = buildRegistry()
  expect(faultsOf(list, index)).toBeUndefined()
  for (const text of Object.values(items))
    expect(faultsOf(text, { ...item, required: [...item.required, '$schema'] })).toBeUndefined()
  expect(Object.keys(items).sort()).toEqual(
    ['card', 'client', 'form', 'thread', 'views', 'webhook'].map((name) => `${name}.json`),
  )
})

test('shadcn installs each item without a components.json', () => {
  // shadcn needs no components.json for items of these types.
  const { 'registry.json': list = '' } = buildRegistry()
  for (const { type, files } of JSON.parse(list).items) {
    expect(type).toBe('registry:item')
    for (const one of files) expect(one.type).toBe('registry:file')
  }
})

test('items depend only on items of the registry', () => {
  const { 'registry.json': _, ...items } = buildRegistry()
  const dependencies = Object.values(items).flatMap(
    (text) => JSON.parse(text).registryDependencies ?? [],
  )
  const addresses = Object.keys(items).map((name) => `https://comments.example.org/r/${name}`)
  expect(dependencies.filter((one) => !addresses.includes(one))).toEqual([])
})

test('the registry contains every source file of the example', () => {
  const { 'registry.json': list = '' } = buildRegistry()
  const listed = JSON.parse(list).items.flatMap(({ files }: { files: { path: string }[] }) =>
    files.map((one) => one.path),
  )
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /^(?:app|components)\/.*\.(?:tsx?|css)$/.test(name))
  expect(listed.toSorted()).toEqual(sources.toSorted())
})

test('the registry contains lib/client.ts', () => {
  const { files } = JSON.parse(buildRegistry()['client.json'] ?? '')
  const client = files.find((one: { path: string }) => one.path.endsWith('/client.ts'))
  expect(client.content).toBe(readFileSync('lib/client.ts', 'utf8'))
})

test('every file compiles and imports nothing but Next.js, React and Node.js', () => {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', folder])
  const { 'registry.json': _, ...items } = buildRegistry()
  const contents = Object.values(items).flatMap((text): string[] =>
    JSON.parse(text).files.map(({ content }: { content: string }) => content),
  )
  const imported = contents.flatMap((text) =>
    [...text.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name),
  )
  const packages = imported.filter((name) => !/^(?:\.\/|@\/components\/afterword\/)/.test(name))
  expect([...new Set(packages)].sort()).toEqual([
    'next/cache',
    'next/headers',
    'node:crypto',
    'react',
  ])
})

const secret = newWebhookSecret()
const body = '{"type":"comment.published"}'
const signed = (at = new Date(), key = secret) => webhookHeaders(key, 'msg_1', body, at)

test('the webhook route accepts what this blog signs', () => {
  expect(isSigned(new Headers(signed()), body, secret)).toBe(true)
  const rotated = signed()
  rotated['webhook-signature'] = `v1,b3RoZXI= ${rotated['webhook-signature']}`
  expect(isSigned(new Headers(rotated), body, secret)).toBe(true)
})

const minute = 60_000
test.each<[string, Headers, string, string]>([
  ['another body', new Headers(signed()), `${body} `, secret],
  ['another secret', new Headers(signed(new Date(), newWebhookSecret())), body, secret],
  ['an unset secret', new Headers(signed(new Date(), '')), body, ''],
  ['an old request', new Headers(signed(new Date(Date.now() - 6 * minute))), body, secret],
  [
    'a request from the future',
    new Headers(signed(new Date(Date.now() + 6 * minute))),
    body,
    secret,
  ],
  ['another id', new Headers({ ...signed(), 'webhook-id': 'msg_2' }), body, secret],
  ['no headers', new Headers(), body, secret],
  ['no time', new Headers({ ...signed(), 'webhook-timestamp': '' }), body, secret],
  ['no number as the time', new Headers({ ...signed(), 'webhook-timestamp': 'now' }), body, secret],
  [
    'a signature of another version',
    new Headers({
      ...signed(),
      'webhook-signature': signed()['webhook-signature']?.replace('v1', 'v1a') ?? '',
    }),
    body,
    secret,
  ],
])('the webhook route refuses %s', (_, headers, text, key) => {
  expect(isSigned(headers, text, key)).toBe(false)
})
