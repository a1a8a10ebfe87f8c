import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const inside = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
const pages = [...readdirSync('.'), ...inside('docs')].filter((name) => name.endsWith('.md'))

test.each(pages)('every link of %s that stays in the repository leads somewhere', (page) => {
  const targets = [
    ...read(page)
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].flatMap(([, target = '']) => (/^(?:[a-z]+:|#|\/)/.test(target) ? [] : target))
  const missing = targets.filter((target) => !existsSync(path.join(path.dirname(page), decodeURI(target.replace(/#.*/, '')))))
  expect(missing).toEqual([])
})

test.each(pages)('every command that %s names is there', (page) => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read(page).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('every file of ours that %s names is there', (page) => {
  const named = [...read(page).matchAll(/`((?:app|components|lib|prisma|e2e|bench|docs|public)\/[\w./[\]-]+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

test('every variable of the configuration is explained, in docs/configuration.md and .env.example, and no other', () => {
  // The platform's own, and what the commands set.
  const notOurs = ['NODE_ENV', 'VERCEL', 'VERCEL_ENV', 'VERCEL_PROJECT_PRODUCTION_URL']
  const known = [
    ...new Set(
      [...read('lib/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name).filter((name) => !notOurs.includes(name)),
    ),
  ]
  const lines = read('docs/configuration.md')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.slice(1)] : []))
  const explained = lines.flatMap((line) =>
    [...line.replace(/\|[^|]*\|[^|]*\|$/, '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  expect(known.filter((name) => !explained.includes(name))).toEqual([])
  expect([...new Set(explained)].filter((name) => !known.includes(name))).toEqual([])
  const example = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(example.sort()).toEqual(known.sort())
})
