import { readdirSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { afterAll, expect, test, vi } from 'vitest'

/** A regular expression in a source file. */
type Found = { place: string; source: string; flags: string; isExcused: boolean }

const folders = ['app', 'components', 'lib', 'prisma', 'scripts', 'server']
const entries = ['instrumentation.ts', 'instrumentation-client.ts', 'proxy.ts', 'server/server.ts']
const isShipped = (file: string) =>
  /\.(?:mjs|tsx?)$/.test(file) && !/\.test\.|^lib\/(?:testing|generated)\//.test(file)

const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .concat(entries)
  .filter(isShipped)

type Node = Record<string, unknown> & { start: number }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Calls `visitor` for every node of a syntax tree with a flag for nodes inside a function. */
function visit(
  value: unknown,
  visitor: (node: Node, isInFunction: boolean) => void,
  isInFunction = false,
): void {
  if (Array.isArray(value)) for (const child of value) visit(child, visitor, isInFunction)
  if (!isNode(value)) return
  visitor(value, isInFunction)
  const inside = isInFunction || /Function|MethodDefinition/.test(String(value.type))
  for (const child of Object.values(value)) visit(child, visitor, inside)
}

/**
 * Returns whether the comment above a line, or at its end, exempts an expression from the check.
 */
function isExcused(source: string, start: number): boolean {
  const lines = source.slice(0, source.indexOf('\n', start)).split('\n')
  let at = lines.length - 1
  if (/\/\/ recheck-ignore: \S.{20}/.test(lines[at] ?? '')) return true
  while (/^\s*(?:\/\/|\/?\*)/.test(lines[at - 1] ?? '')) at--
  return /\brecheck-ignore: \S.{20}/.test(lines.slice(at, -1).join(' '))
}

/** Collects the literals of all files and the places that construct expressions at run time. */
function findInSource(): {
  literals: Found[]
  composed: { file: string; place: string; isInFunction: boolean; isExcused: boolean }[]
} {
  const literals: Found[] = []
  const composed: ReturnType<typeof findInSource>['composed'] = []
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    visit(parseSync(file, source).program, (node, isInFunction) => {
      const place = `${file}:${source.slice(0, node.start).split('\n').length}`
      const { regex, callee } = node
      if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex)
        literals.push({
          place,
          source: String(regex.pattern),
          flags: String(regex.flags),
          isExcused: isExcused(source, node.start),
        })
      if (isNode(callee) && callee.type === 'Identifier' && callee.name === 'RegExp')
        composed.push({ file, place, isInFunction, isExcused: isExcused(source, node.start) })
    })
  }
  return { literals, composed }
}

/**
 * Returns whether an expression is linear by its form, which saves the check: it has no quantifier,
 * or a single one that repeats one character or class. An open repeat must also match at the start
 * of a text alone. Several bounded repeats are checked: `(?:a?){30}a{30}` takes exponential time.
 */
function isPlain(source: string, flags: string): boolean {
  const signs = source
    .replaceAll(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/gs, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
  const quantifiers = signs.match(/[*+?]\??|\{\d+(?:,\d*)?\}\??/g) ?? []
  if (quantifiers.length === 0) return true
  if (quantifiers.length > 1 || /\)(?:[*+]|\{)/.test(signs)) return false
  const isOpen = /[*+]|\{\d+,\}|\{\d*,?\d{4,}\}/.test(signs)
  return !isOpen || (signs.startsWith('^') && !signs.includes('|') && !flags.includes('m'))
}

test.each([
  ['^a', true],
  ['(?<year>a)|\\p{L}b', true],
  ['[*+?]{1,3}b', true],
  ['(?:ab)?c', true],
  ['^[^/]*$', true],
  ['a*b', false],
  ['a?b?', false],
  ['(?:ab){2}', false],
  ['(?:a?){30}a{30}', false],
])('/%s/ needs no check: %s', (source, plain) => {
  expect(isPlain(source, '')).toBe(plain)
})

/**
 * Limits in steps rather than time, so that the result does not depend on the load of the machine.
 */
const bounds = {
  maxIteration: 5,
  incubationTimeout: null,
  attackLimit: 100_000_000,
  attackTimeout: 30_000,
  timeout: 300_000,
}

function describeSlow({ place, source, flags }: Found): string[] {
  if (isPlain(source, flags)) return []
  const result = checkSync(source, flags, bounds)
  if (result.status === 'safe') return []
  const found =
    result.status === 'vulnerable'
      ? `${result.complexity.summary}, as in ${result.attack.pattern}`
      : result.error.kind
  return [`${place}: /${source}/${flags}: ${found}`]
}

// Runs in this process in JavaScript, without Java or a native binary.
vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure')
const { literals, composed } = findInSource()
afterAll(() => vi.unstubAllEnvs())

test('every regular expression is linear in its input, or a comment bounds the input', () => {
  expect(literals.length).toBeGreaterThan(300)
  const distinct = new Map(
    literals
      .filter((found) => !found.isExcused)
      .map((found) => [`${found.source}/${found.flags}`, found]),
  )
  expect([...distinct.values()].flatMap(describeSlow)).toEqual([])
}, 600_000)

test('expressions built at load time are linear, too, and no function builds one', async () => {
  const unexcused = composed.filter((found) => !found.isExcused)
  expect(unexcused.filter(({ isInFunction }) => isInFunction).map(({ place }) => place)).toEqual([])
  const made: Found[] = []
  let place = ''
  const construct = (target: typeof RegExp, args: ConstructorParameters<typeof RegExp>) => {
    const { source, flags } = new target(...args)
    // Libraries that the file imports build their own expressions.
    const [, , caller = ''] = new Error('trace').stack?.split('\n') ?? []
    if (!caller.includes('node_modules')) made.push({ place, source, flags, isExcused: false })
    return new target(...args)
  }
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }))
  for (const file of new Set(unexcused.map((found) => found.file))) {
    place = file
    await import(/* @vite-ignore */ `@/${file}`)
  }
  vi.unstubAllGlobals()
  expect(made.length).toBeGreaterThanOrEqual(unexcused.length)
  expect(made.flatMap(describeSlow)).toEqual([])
}, 300_000)
