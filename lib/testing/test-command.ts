/**
 * `npm test`: format and lint, types, unit and integration tests, the production build, the tests against it over
 * HTTP, the browser's, and the short form of the proof. It goes on after a failed part, and ends with one line that counts everything.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { proofReport } from '@/bench/prove/report'
import { failedInPlaywright, failedInVitest } from './failed-tests'
import { providePrograms } from './find-program'

type Count = { passed: number; failed: number }

const reports = mkdtempSync(path.join(tmpdir(), 'afterword-reports-'))
const total: Count = { passed: 0, failed: 0 }
/** By name, to be told at the end. */
const failures: string[] = []

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

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

/** One part: its command, and how its tests are counted. Without a report, or with a broken one, it counts as one test. */
async function part(
  name: string,
  command: string[],
  { count, who, environment }: { count?: () => Count; who?: () => string[]; environment?: Record<string, string> } = {},
): Promise<boolean> {
  console.log(`\n— ${name}`)
  const begun = Date.now()
  const isGood = await run(command, environment)
  const { passed, failed } = counted(isGood, count)
  total.passed += passed
  total.failed += failed
  if (!isGood || failed > 0) failures.push(...namesOf(name, who))
  console.log(
    `${isGood && failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - begun) / 1_000).toFixed(0)} s`,
  )
  return isGood
}

/** Of who failed in a part; the part itself where nobody of it is known. */
function namesOf(part: string, who?: () => string[]): string[] {
  try {
    const names = who?.() ?? []
    if (names.length > 0) return names
  } catch {
    // Without a report nobody is known.
  }
  return [part]
}

function counted(isGood: boolean, count?: () => Count): Count {
  const one = isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  if (!count) return one
  try {
    const { passed, failed } = count()
    // A run that fails without a failed test (a broken file, an error outside of any) is not to be told as good.
    return { passed, failed: isGood ? failed : Math.max(1, failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const readReport = (file: string): unknown => JSON.parse(readFileSync(path.join(reports, file), 'utf8'))

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
  const count = () => {
    const { numPassedTests, numFailedTests } = vitestReport.parse(readReport(file))
    return { passed: numPassedTests, failed: numFailedTests }
  }
  await part(name, command, { count, who: () => failedInVitest(readReport(file)) })
}

async function main(): Promise<void> {
  providePrograms()
  await part('Prisma client', [bin('tsx'), 'prisma/generate.ts'])
  await part('Format, imports and lint', [bin('biome'), 'ci', '--error-on-warnings', '.'])
  await part('Promises', [bin('oxlint'), '--type-aware'])
  await part('Route types', [bin('next'), 'typegen'])
  await part('Types', [bin('tsc'), '--noEmit'])
  await vitest('Unit and integration tests', 'unit')
  const isBuilt = await part('Production build', [bin('next'), 'build'])
  if (!isBuilt) return
  await vitest('The production server over HTTP', 'http')
  const file = 'browser.json'
  const count = () => {
    const { expected, unexpected, flaky, skipped } = playwrightReport.parse(readReport(file)).stats
    return { passed: expected, failed: unexpected + flaky + skipped }
  }
  await part('In the browser', [bin('playwright'), 'test', '--reporter=dot,json'], {
    count,
    who: () => failedInPlaywright(readReport(file)),
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, file) },
  })
  await prove()
}

/**
 * Each part of the proof counts as a test; one that its report lacks, because it was cut off, as a failed one. What this
 * machine does not let it try is told by the proof, and counts as neither.
 */
async function prove(): Promise<void> {
  const file = 'proof.json'
  const options = ['--short', '--built', '--report', path.join(reports, file)]
  const read = () => proofReport.parse(readReport(file))
  const count = () => {
    const { parts, reports } = read()
    const held = reports.filter(({ held }) => held)
    return { passed: held.filter(({ untried }) => untried.length === 0).length, failed: parts.length - held.length }
  }
  const who = () => {
    const { parts, reports } = read()
    return parts.filter((part) => !reports.some(({ name, held }) => name === part && held)).map((part) => `npm run prove -- ${part}`)
  }
  await part('Proof, short form', [bin('tsx'), '--conditions=react-server', 'bench/prove/run.ts', ...options], { count, who })
}

try {
  await main()
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
  total.failed++
} finally {
  rmSync(reports, { recursive: true, force: true })
}
for (const name of failures) console.log(`✗ ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
