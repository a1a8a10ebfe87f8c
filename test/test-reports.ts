/** The outcome of a stage of `npm test`, from the report of its test runner. */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** `failures` names the failed tests: the end of a long output is read first. */
export type Outcome = { passed: number; failed: number; failures: string[]; skipped?: string[] }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
})

const firstLine = (text = ''): string =>
  stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? ''

/** Returns the first line of a reason. For a timeout, Vitest reports a stack instead. */
const reasonOfVitest = (text: string | undefined): string =>
  firstLine(text).replace('Error: STACK_TRACE_ERROR', 'the test timed out')

/**
 * Reads a report of Vitest's `json` reporter. Failures have file, name and first line of the
 * reason; a file that fails outside its tests counts as well.
 */
export function outcomeOfVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${file}: ${fullName}: ${reasonOfVitest(failureMessages?.[0])}`,
    )
  })
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${path.relative(process.cwd(), name)}: ${fullName}`),
  )
  return { passed: numPassedTests, failed: numFailedTests, failures, skipped }
}

type Duration = { name: string; ms: number }

/** Returns every test of a report of Vitest's `json` reporter with its duration in milliseconds. */
export function durationsOfVitest(report: unknown): Duration[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(process.cwd(), name)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  )
}

const browserError = z.object({
  message: z.string().optional(),
  location: z.object({ line: z.number() }).optional(),
})

const browserTest = z.object({
  status: z.string(),
  annotations: z
    .array(z.object({ type: z.string(), description: z.string().optional() }))
    .default([]),
  results: z.array(
    z.object({ duration: z.number().default(0), errors: z.array(browserError).default([]) }),
  ),
})

const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(browserTest),
})

type Suite = { specs: z.infer<typeof spec>[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suite),
  errors: z.array(browserError).optional(),
})

/** Returns the reason and line of a failure. For a timeout, only the second error has the line. */
const reasonOfPlaywright = ({ tests }: z.infer<typeof spec>): string =>
  tests
    .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
    .map(
      ({ message, location }) =>
        `: ${firstLine(message)}${location ? ` (line ${location.line})` : ''}`,
    )
    .join('')

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const isExpectedToSkip = ({ tests }: z.infer<typeof spec>): boolean =>
  tests.every(({ status, annotations }) => status === 'skipped' && reasonToSkip(annotations))

/** Returns what a machine lacks to run the test, such as "needs Java". */
const reasonToSkip = (annotations: z.infer<typeof browserTest>['annotations']) =>
  annotations.find(({ type, description }) => type === 'skip' && /^needs /.test(description ?? ''))
    ?.description

/**
 * Reads a report of Playwright's `json` reporter: location, title and reasons. Flaky tests count as
 * failed, and so do skipped tests, unless they say what this machine lacks.
 */
export function outcomeOfPlaywright(report: unknown): Outcome {
  const { config, stats, suites, errors = [] } = playwrightReport.parse(report)
  const directory = path.relative(process.cwd(), config.rootDir)
  const nameOf = ({ file, line, title }: z.infer<typeof spec>) =>
    `${path.join(directory, file)}:${line}: ${title}`
  const specs = suites.flatMap(specsOf)
  const skipped = specs.filter(isExpectedToSkip)
  const failed = specs.filter(
    (spec) => !skipped.includes(spec) && spec.tests.some(({ status }) => status !== 'expected'),
  )
  return {
    passed: stats.expected,
    failed:
      stats.unexpected + stats.flaky + stats.skipped - skipped.flatMap(({ tests }) => tests).length,
    failures: [
      ...failed.map((spec) => nameOf(spec) + reasonOfPlaywright(spec)),
      ...errors.map(({ message }) => firstLine(message)),
    ],
    skipped: skipped.map(
      (spec) => `${nameOf(spec)} (${reasonToSkip(spec.tests[0]?.annotations ?? [])})`,
    ),
  }
}

/** Returns every test of a report of Playwright's `json` reporter with its duration in ms. */
export function durationsOfPlaywright(report: unknown): Duration[] {
  const { config, suites } = playwrightReport.parse(report)
  const directory = path.relative(process.cwd(), config.rootDir)
  return suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ results }) => ({
      name: `${path.join(directory, file)}: ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
}

/** The fields that are used; others are ignored. */
const proofReport = z.object({
  parts: z.array(z.string()),
  reports: z.array(
    z.object({ name: z.string(), passed: z.boolean(), skipped: z.array(z.string()).default([]) }),
  ),
})

/**
 * Reads the `--report` of the reliability suite: each part counts as a test. A part missing from
 * the report, because the run was interrupted, counts as failed. Parts that this machine cannot run
 * count as neither.
 */
export function outcomeOfProof(report: unknown): Outcome {
  const { parts, reports } = proofReport.parse(report)
  const passed = reports.filter(({ passed }) => passed)
  const failures = parts
    .filter((part) => !passed.some(({ name }) => name === part))
    .map((part) => `npm run prove -- ${part}`)
  return {
    passed: passed.filter(({ skipped }) => skipped.length === 0).length,
    failed: failures.length,
    failures,
  }
}
