/**
 * `npm test`: format and lint, types, unit and integration tests, the production build, its HTTP
 * and browser tests, and the short form of the reliability suite. It continues after a failed part
 * and ends with one line of totals.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { providePrograms } from '@/test/servers/find-program'
import {
  type Outcome,
  outcomeOfPlaywright,
  outcomeOfProof,
  outcomeOfVitest,
} from '@/test/test-reports'
import { lockDataDirectory } from './lock-data-directory'

const reports = mkdtempSync(path.join(tmpdir(), 'afterword-reports-'))
const total: Outcome = { passed: 0, failed: 0, failures: [] }

const bin = (name: string) => path.join('node_modules', '.bin', name)

async function run(command: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** The command of a part and its results. Without a valid report, it counts as one test. */
async function part(
  name: string,
  command: string[],
  { outcome, environment }: { outcome?: () => Outcome; environment?: Record<string, string> } = {},
): Promise<boolean> {
  console.log(`\n— ${name}`)
  const begun = Date.now()
  const isGood = await run(command, environment)
  const { passed, failed, failures } = outcomeOf(name, isGood, outcome)
  total.passed += passed
  total.failed += failed
  if (failed > 0) total.failures.push(...(failures.length > 0 ? failures : [name]))
  console.log(
    `${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - begun) / 1_000).toFixed(0)} s`,
  )
  return isGood
}

function outcomeOf(name: string, isGood: boolean, reported?: () => Outcome): Outcome {
  if (!reported) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [] }
  try {
    const outcome = reported()
    // A run that fails without a failed test, such as a broken file, must not count as successful.
    return isGood ? outcome : { ...outcome, failed: Math.max(1, outcome.failed) }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error))
      .replaceAll(/\s+/g, ' ')
      .slice(0, 200)
    return { passed: 0, failed: 1, failures: [`${name}: its report cannot be read (${reason})`] }
  }
}

const readReport = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(reports, file), 'utf8'))

async function vitest(name: string, project: string): Promise<void> {
  const file = `${project}.json`
  const command = [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${path.join(reports, file)}`,
  ]
  await part(name, command, { outcome: () => outcomeOfVitest(readReport(file)) })
}

async function main(): Promise<void> {
  // Holds the lock while the tests run: a new build would break servers that use the former one.
  if (!(await lockDataDirectory()))
    throw new Error('Afterword runs from this checkout, which the tests build anew: stop it first.')
  providePrograms()
  await part('Prisma client', [bin('tsx'), 'scripts/generate.ts'])
  await part('Format, imports and lint', [bin('biome'), 'ci', '--error-on-warnings', '.'])
  await part('Promises', [bin('oxlint'), '--type-aware'])
  await part('Route types', [bin('next'), 'typegen'])
  await part('Types', [bin('tsc'), '--noEmit'])
  await vitest('Unit and integration tests', 'unit')
  const isBuilt = await part('Production build', [bin('next'), 'build'])
  if (!isBuilt) return
  await vitest('The production server over HTTP', 'http')
  const browser = 'browser.json'
  await part('In the browser', [bin('playwright'), 'test', '--reporter=dot,json'], {
    outcome: () => outcomeOfPlaywright(readReport(browser)),
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, browser) },
  })
  const proof = 'proof.json'
  const options = ['--short', '--built', '--report', path.join(reports, proof)]
  await part(
    'Proof, short form',
    [bin('tsx'), '--conditions=react-server', 'tools/prove/run.ts', ...options],
    {
      outcome: () => outcomeOfProof(readReport(proof)),
    },
  )
}

try {
  await main()
} catch (error) {
  total.failures.push(error instanceof Error ? error.message : String(error))
  total.failed++
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const name of total.failures) console.log(`✗ ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
