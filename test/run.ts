/**
 * `npm test`: every check that a change must pass, on a real PostgreSQL and in a real browser. It
 * continues after a failed stage and ends with one line that counts all tests.
 *
 * `npm run test:nightly` adds tests that take too long for `npm test`: the files named
 * `*.nightly.test.ts` and `*.nightly.spec.ts`, browser tests tagged `@nightly`, the long form of
 * tests that read `test/nightly.ts`, the browser tests of all pages in every combination of
 * JavaScript, colours and width, and the reliability suite in its short form and with its own
 * tests. It also downloads and runs tools that only this run needs: Knip, Redocly, Spectral and, if
 * there is Java, the Nu HTML checker. `npm test -- --only static,unit` runs some stages: static,
 * unit, http, browser, proof.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '@/lib/errors'
import { lockDataDirectory } from '@/scripts/data-directory'
import { providePrograms } from '@/test/servers/find-program'
import {
  durationsOfPlaywright,
  durationsOfVitest,
  type Outcome,
  outcomeOfPlaywright,
  outcomeOfProof,
  outcomeOfVitest,
} from '@/test/test-reports'

const { values: options } = parseArgs({
  options: { nightly: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const stages = options.only?.split(',')
const isChosen = (stage: string) =>
  stages?.includes(stage) ?? (stage !== 'proof' || options.nightly)

const reports = mkdtempSync(path.join(tmpdir(), 'afterword-reports-'))
const total: Required<Outcome> = { passed: 0, failed: 0, failures: [], skipped: [] }
const timings: string[] = []

const bin = (name: string) => path.join('node_modules', '.bin', name)
const readReport = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(reports, file), 'utf8'))

type Command = { name: string; command: string[]; environment?: Record<string, string> }

/**
 * Runs a command. Shows its output immediately, or at the end if other commands run beside it.
 */
async function run({ command, environment }: Command, isQuiet: boolean): Promise<boolean> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      ...(options.nightly && { NIGHTLY: '1', E2E_MATRIX: 'all' }),
      ...environment,
    },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) process.stdout.write(Buffer.concat(output))
  return code === 0
}

/** Runs a stage and counts its outcome. Without a report, a stage counts as one test. */
async function stage(
  command: Command,
  reported?: () => Outcome,
  isQuiet = false,
): Promise<boolean> {
  const { name } = command
  if (!isQuiet) console.log(`\n— ${name}`)
  const startedAt = Date.now()
  const isGood = await run(command, isQuiet)
  const { passed, failed, failures, skipped = [] } = outcomeOf(name, isGood, reported)
  total.passed += passed
  total.failed += failed
  total.skipped.push(...skipped)
  if (failed > 0) total.failures.push(...(failures.length > 0 ? failures : [name]))
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0)
  timings.push(`${seconds.padStart(5)} s  ${name}`)
  console.log(
    `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${seconds} s`,
  )
  return isGood
}

function outcomeOf(name: string, isGood: boolean, reported?: () => Outcome): Outcome {
  if (!reported) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] }
  try {
    const outcome = reported()
    // A run can fail without a failed test: a file that does not load, or an error outside a test.
    return isGood ? outcome : { ...outcome, failed: Math.max(1, outcome.failed) }
  } catch (error) {
    const text = messageOf(error)
    const reason = text.replaceAll(/\s+/g, ' ').slice(0, 200)
    return { passed: 0, failed: 1, failures: [`${name}: its report cannot be read (${reason})`] }
  }
}

function vitest(name: string, file: string, ...projects: string[]): Promise<boolean> {
  const output = `--outputFile.json=${path.join(reports, file)}`
  const command = [bin('vitest'), 'run', '--reporter=dot', '--reporter=json']
  const chosen = projects.flatMap((project) => ['--project', project])
  return stage({ name, command: [...command, ...chosen, output] }, () =>
    outcomeOfVitest(readReport(file)),
  )
}

const checks: Command[] = [
  { name: 'Format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { name: 'Lint with types', command: [bin('oxlint'), '--type-aware'] },
  { name: 'Types', command: [bin('tsc'), '--noEmit'] },
  {
    name: 'Types of the reliability suite',
    command: [bin('tsc'), '--noEmit', '-p', 'tools/prove'],
  },
]

const spectralRules = path.join(reports, 'spectral.yaml')
const npx = (...command: string[]) => ['npx', '--yes', ...command]

const nightlyChecks: Command[] = [
  { name: 'Unused code (Knip)', command: npx('knip@6.44.2') },
  {
    name: 'API description (Redocly)',
    command: npx('@redocly/cli@2.77.0', 'lint', 'openapi.yaml', '--extends', 'recommended'),
  },
  {
    name: 'API description (Spectral)',
    command: npx(
      '@stoplight/spectral-cli@6.16.3',
      'lint',
      'openapi.yaml',
      '--ruleset',
      spectralRules,
    ),
  },
]

const build: Command[] = [
  { name: 'Production build', command: [bin('next'), 'build'] },
  { name: 'Server bundle', command: [bin('tsx'), 'scripts/bundle-server.ts'] },
]

/**
 * Runs the linters.
 * @param isBuilt whether the build has written the types of the routes. HTTP tests may be running,
 * which count the files of the build.
 */
async function runChecks(isBuilt: boolean): Promise<void> {
  const routeTypes = { name: 'Route types', command: [bin('next'), 'typegen'] }
  for (const check of isBuilt ? checks : [routeTypes, ...checks])
    await stage(check, undefined, true)
  if (!options.nightly) return
  writeFileSync(spectralRules, 'extends: spectral:oas\n')
  for (const check of nightlyChecks) await stage(check, undefined, true)
}

async function runBuild(): Promise<boolean> {
  for (const command of build) if (!(await stage(command, undefined, true))) return false
  return true
}

/** Downloads the Nu HTML checker at night. Returns the variable that names it, if there is Java. */
async function provideHtmlChecker(): Promise<Record<string, string>> {
  if (!options.nightly || spawnSync('java', ['-version']).status !== 0) return {}
  const install = ['npm', 'install', '--no-save', '--no-audit', '--ignore-scripts']
  const command = [...install, '--prefix', reports, 'vnu-jar@26.9.27']
  await stage({ name: 'Nu HTML checker', command }, undefined, true)
  return { VNU_JAR: path.join(reports, 'node_modules/vnu-jar/build/dist/vnu.jar') }
}

async function runBrowser(): Promise<void> {
  const file = 'browser.json'
  const environment = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, file),
    ...(await provideHtmlChecker()),
  }
  const command = [bin('playwright'), 'test', '--reporter=dot,json']
  await stage({ name: 'Browser tests', command, environment }, () =>
    outcomeOfPlaywright(readReport(file)),
  )
}

async function runProof(): Promise<void> {
  const file = 'proof.json'
  const program = ['--conditions=react-server', 'tools/prove/run.ts', '--short', '--built']
  const command = [bin('tsx'), ...program, '--report', path.join(reports, file)]
  await stage({ name: 'Reliability suite, short form', command }, () =>
    outcomeOfProof(readReport(file)),
  )
}

async function main(): Promise<void> {
  // The tests build the checkout again, which would break a server that runs from it.
  if (!(await lockDataDirectory()))
    throw new Error(
      'Afterword is running from this checkout, which the tests rebuild. Stop it first.',
    )
  providePrograms()
  await stage({ name: 'Prisma client and embed', command: ['npm', 'run', 'generate'] })
  // The build and the linters need no database, so they run beside tests that wait for one.
  const isBuildNeeded = ['http', 'browser', 'proof'].some(isChosen)
  const [isBuilt] = await Promise.all([
    isBuildNeeded && runBuild(),
    isChosen('static') && !isBuildNeeded && runChecks(false),
    isChosen('unit') && vitest('Unit and integration tests', 'unit.json', 'pure', 'unit*'),
  ])
  await Promise.all([
    isChosen('static') && isBuildNeeded && runChecks(isBuilt),
    isChosen('http') && isBuilt && vitest('HTTP tests', 'http.json', 'http*'),
  ])
  if (!isBuilt) return
  if (isChosen('browser')) await runBrowser()
  if (isChosen('proof')) await runProof()
}

function printSlowest(): void {
  const slow = ['unit.json', 'http.json', 'browser.json'].flatMap((file) => {
    try {
      return (file === 'browser.json' ? durationsOfPlaywright : durationsOfVitest)(readReport(file))
    } catch {
      return []
    }
  })
  const slowest = slow.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  console.log(`\nTime by stage\n${timings.join('\n')}`)
  if (slowest.length > 0) console.log('\nSlowest tests')
  for (const { name, ms } of slowest)
    console.log(`${(ms / 1_000).toFixed(1).padStart(5)} s  ${name}`)
}

try {
  await main()
  printSlowest()
} catch (error) {
  total.failures.push(messageOf(error))
  total.failed++
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const name of total.skipped) console.log(`– skipped: ${name}`)
for (const name of total.failures) console.log(`✗ ${name}`)
// The title of a test that a machine may skip ends with what it needs, such as "(needs IPv6)".
const reasons = new Set(total.skipped.map((name) => /\((needs .+)\)$/.exec(name)?.[1] ?? name))
const skipped =
  total.skipped.length > 0 ? `${total.skipped.length} skipped (${[...reasons].join('; ')}), ` : ''
console.log(`\n${skipped}${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
