import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { applyPatch, parsePatch } from 'diff'
import { expect, test } from 'vitest'
import { markSizes } from '@/tools/prove/report/mark-sizes'
import { partReport } from '@/tools/prove/report/report'
import { pageWith } from '@/tools/prove/report/report-page'

const read = (file: string) => readFileSync(file, 'utf8')
const inside = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(directory, name),
  )
const pages = [...readdirSync('.'), ...inside('docs')].filter((name) => name.endsWith('.md'))

test.each(pages)('every link of %s that stays in the repository leads somewhere', (page) => {
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

test.each(pages)('every command that %s names is there', (page) => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read(page).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('every file of ours that %s names is there', (page) => {
  const named = [
    ...read(page).matchAll(/`((?:app|components|lib|prisma|e2e|bench|docs|public)\/[\w./[\]-]+)`/g),
  ].map(([, name = '']) => name)
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

/** What was recorded of each part of the proof. */
const recorded = () => partReport.array().parse(JSON.parse(read('docs/reliability.json')))

test('docs/scale.md says of each part of the proof that it cites in which form it was last recorded', () => {
  expect(read('docs/scale.md')).toBe(
    markSizes(read('docs/scale.md'), JSON.parse(read('docs/reliability.json'))),
  )
})

test('docs/scale.md reckons with what mixed-load was last recorded with', () => {
  const figures = recorded().find(({ name }) => name === 'mixed-load')?.figures
  const [throughput = 0, p99 = 0] = [figures?.throughput?.value, figures?.p99?.value].map((value) =>
    Math.round(value ?? 0),
  )
  const comments = Math.round(throughput * 0.05)
  for (const words of [
    `| ${throughput}; p99 ${p99} ms |`,
    `it does ${throughput} a second`,
    `${comments} comments a second, each`,
    `some ${comments} a second were written`,
    // In the busiest minute comes one in eighteen seconds.
    `some ${Math.round((comments * 18) / 100) * 100} times as many comments`,
  ])
    expect(read('docs/scale.md')).toContain(words)
})

test('docs/scale.md reckons with what growth was last recorded to take', () => {
  const figures = recorded().find(({ name }) => name === 'growth')?.figures
  const [onDisk, indexes] = [figures?.['on disk'], figures?.indexes].map(
    (figure) => `${figure?.value.toFixed(1)} GB`,
  )
  for (const words of [
    `take ${onDisk}, ${indexes} of them indexes`,
    `50,000 posts, ${onDisk}:`,
    `10 M comments are ${indexes} `,
  ])
    expect(read('docs/scale.md')).toContain(words)
})

test('docs/reliability.md tells what is recorded, beside what the parts promise today: `npm run prove -- --tables` writes it', () => {
  expect(read('docs/reliability.md')).toBe(pageWith(read('docs/reliability.md'), recorded()))
})

test('each mutant of the proof that docs/reliability.md names still fits the code', () => {
  const directory = 'tools/prove/mutants'
  const patches = readdirSync(directory).map((file) => read(`${directory}/${file}`))
  const [, table = ''] = read('docs/reliability.md').split('## The proof itself')
  expect(patches).toHaveLength([...table.matchAll(/^\| [^|]+ \| (?:`[a-z-]+`)/gm)].length)
  const changed = patches.flatMap((patch) => parsePatch(patch))
  const unfit = changed.filter(
    (patch) => applyPatch(read(patch.oldFileName?.replace(/^a\//, '') ?? ''), patch) === false,
  )
  expect(unfit.map(({ oldFileName }) => oldFileName)).toEqual([])
})

test('every figure that npm run bench knows has a line in docs/figures.md, and no other', () => {
  const known = [...read('bench/run-all.ts').matchAll(/^ {2}'?([a-z-]+)'?: \[/gm)].map(
    ([, name = '']) => name,
  )
  const explained = [...read('docs/figures.md').matchAll(/^\|[^|]*\| `([a-z-]+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(explained)].sort()).toEqual(known.sort())
})

test('what is known to be wrong about the number of views is shown by a test each, and those that are named are there', () => {
  const [, wrong = ''] = read('docs/how-views-are-counted.md').split('## What is known to be wrong')
  const entries = wrong
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.replaceAll(/\s+/g, ' '))
  expect(entries).toHaveLength(8)
  const named = entries.map((entry) => [
    ...entry.matchAll(/`([\w./-]+\.(?:spec|test)\.ts)` “([^”]+)”/g),
  ])
  expect(entries.filter((_, entry) => named[entry]?.length === 0)).toEqual([])
  const missing = named.flat().filter(([, file = '', title = '']) => !read(file).includes(title))
  expect(missing.map(([text]) => text)).toEqual([])
})

test('every variable of the configuration is explained, in docs/configuration.md and .env.example, and no other', () => {
  // The platform's own, and what the commands set.
  const notOurs = ['NODE_ENV', 'VERCEL', 'VERCEL_ENV', 'VERCEL_PROJECT_PRODUCTION_URL']
  const known = [
    ...new Set(
      [...read('lib/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !notOurs.includes(name)),
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
