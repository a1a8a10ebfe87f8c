import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseEnv } from '@/lib/env'
import { partReport } from '@/tools/prove/report/report'
import { updatePage } from '@/tools/prove/report/report-page'

const read = (file: string) => readFileSync(file, 'utf8')
const inside = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(directory, name),
  )
const pages = [...readdirSync('.'), ...inside('docs')].filter((name) => name.endsWith('.md'))

test.each(pages)('every relative link in %s leads to a file', (page) => {
  const targets = [
    ...read(page)
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].flatMap(([, target = '']) => (/^(?:[a-z]+:|#|\/)/.test(target) ? [] : target))
  const missing = targets.filter(
    (target) => !existsSync(path.join(path.dirname(page), decodeURI(target.replace(/#.*/, '')))),
  )
  expect(missing).toEqual([])
})

test.each(pages)('every npm script named in %s exists', (page) => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read(page).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

const folders = [
  'app',
  'components',
  'lib',
  'server',
  'scripts',
  'prisma',
  'e2e',
  'test',
  'bench',
  'tools',
  'docs',
  'public',
]

test.each(pages)('every file named in %s exists', (page) => {
  const named = [...read(page).matchAll(/`(([a-z0-9]+)\/[\w./[\]-]+)`/g)].flatMap(
    ([, name = '', folder = '']) => (folders.includes(folder) ? name : []),
  )
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

test.each(['sslmode', 'NODE_EXTRA_CA_CERTS', 'channel_binding'])(
  'docs/deploy.md explains %s, which databases with TLS need',
  (name) => {
    const [, section = ''] = read('docs/deploy.md').split(/^### TLS$|^### Connection errors$/m)
    expect(section).toContain(`\`${name}\``)
  },
)

test('the Vercel button adds the marketplace’s integrations and asks for known variables', () => {
  const [button = ''] = /https:\/\/vercel\.com\/new\/clone\?[^)]+/.exec(read('README.md')) ?? []
  const { searchParams } = new URL(button)
  // `stores` and `integration-ids` are the parameters of retired integrations.
  expect([...searchParams.keys()].sort()).toEqual([
    'env',
    'envDescription',
    'products',
    'repository-url',
  ])
  // The lengths that lib/env.ts requires.
  const words = searchParams.get('envDescription') ?? ''
  for (const [, name = '', length = ''] of words.matchAll(/(\w+) (\d+)/g)) {
    expect(() => parseEnv({ [name]: 'x'.repeat(Number(length)) })).not.toThrow()
    expect(() => parseEnv({ [name]: 'x'.repeat(Number(length) - 1) })).toThrow(name)
  }
  expect(JSON.parse(searchParams.get('products') ?? '')).toEqual(
    [
      ['neon', 'neon'],
      ['upstash', 'upstash-kv'],
    ].map(([integrationSlug, productSlug]) => ({
      type: 'integration',
      integrationSlug,
      productSlug,
      protocol: 'storage',
    })),
  )
  for (const name of searchParams.get('env')?.split(',') ?? [])
    expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
})

/** The recorded report of each part of the reliability suite. */
const recorded = () => partReport.array().parse(JSON.parse(read('docs/reliability.json')))

/** Returns a page without line breaks, for searching whole sentences. */
const inOneLine = (page: string) => read(page).replaceAll(/\s+/g, ' ')

test('docs/scale.md uses the recorded figures of mixed-load', () => {
  const figures = recorded().find(({ name }) => name === 'mixed-load')?.figures
  const [throughput = 0, p99 = 0] = [figures?.throughput?.value, figures?.p99?.value].map((value) =>
    Math.round(value ?? 0),
  )
  const comments = Math.round(throughput * 0.05)
  for (const words of [
    `| ${throughput}; p99 ${p99} ms |`,
    `${comments} comments a second, each`,
    `some ${comments} a second were written`,
    // The busiest minute has one comment in 18 seconds.
    `some ${Math.round((comments * 18) / 100) * 100} times as many comments`,
  ])
    expect(inOneLine('docs/scale.md')).toContain(words)
})

test('docs/scale.md uses the recorded sizes of growth', () => {
  const figures = recorded().find(({ name }) => name === 'growth')?.figures
  const [onDisk, indexes] = [figures?.['on disk'], figures?.indexes].map(
    (figure) => `${figure?.value.toFixed(1)} GB`,
  )
  expect(inOneLine('docs/scale.md')).toContain(`take ${onDisk}, ${indexes} of them indexes`)
})

test('docs/reliability.md matches the record: `npm run prove -- --tables` updates it', () => {
  expect(read('docs/reliability.md')).toBe(updatePage(read('docs/reliability.md'), recorded()))
})

test('docs/figures.md has a line for exactly the figures of npm run bench', () => {
  const known = [...read('bench/run-all.ts').matchAll(/^ {2}'?([a-z-]+)'?: \[/gm)].map(
    ([, name = '']) => name,
  )
  const explained = [...read('docs/figures.md').matchAll(/^\|[^|]*\| `([a-z-]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(explained)].sort()).toEqual(known.sort())
})

test('docs/embed.md names every token and part of the embed', () => {
  const embed = readdirSync('components/embed').map((file) => read(`components/embed/${file}`))
  const sources = [...embed, read('components/ui/make-element.ts')]
  const find = (pattern: RegExp) =>
    [...sources.join('\n').matchAll(pattern)].map(([, name = '']) => name)
  const [, described = ''] = /\*\*Styles\*\*:(.*?)\n- /s.exec(read('docs/embed.md')) ?? []
  const documented = [...described.matchAll(/`-?(?:-afterword-)?([a-z]+)`/g)].map(
    ([, name = '']) => name,
  )
  const used = [...find(/--afterword-([a-z]+)/g), ...find(/\bpart: '([a-z]+)'/g)]
  expect([...new Set(documented)].sort()).toEqual([...new Set(used)].sort())
})

test('docs/how-views-are-counted.md names an existing test for each known inaccuracy', () => {
  const [, inaccuracies = ''] = read('docs/how-views-are-counted.md').split('## Known inaccuracies')
  const entries = inaccuracies.split(/^- /m).slice(1)
  expect(entries).toHaveLength(9)
  const named = entries.map((entry) => /`([\w./-]+\.ts)`/.exec(entry)?.[1] ?? entry)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

test('docs/configuration.md and .env.example explain exactly the variables in use', () => {
  // Set by the platform and by the commands.
  const setAutomatically = ['NODE_ENV', 'VERCEL', 'VERCEL_ENV', 'VERCEL_PROJECT_PRODUCTION_URL']
  const known = [
    ...new Set(
      [...read('lib/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !setAutomatically.includes(name)),
    ),
  ]
  const lines = read('docs/configuration.md')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.slice(1)] : []))
  const explained = lines.flatMap((line) =>
    [...line.replace(/\|[^|]*\|[^|]*\|$/, '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(known.filter((name) => !explained.includes(name))).toEqual([])
  expect([...new Set(explained)].filter((name) => !known.includes(name))).toEqual([])
  const example = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  expect(example.sort()).toEqual(known.sort())
})
