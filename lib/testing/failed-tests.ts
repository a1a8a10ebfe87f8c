/** Who failed, by the reports of the runners: the end of a long output is what is read first, and often all of it that is kept. */
import path from 'node:path'
import { z } from 'zod'

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
})

const firstLine = (text = ''): string => text.trim().split('\n', 1)[0] ?? ''

/** Of a report of vitest's `json` reporter: file, name and first line of the reason; a file that broke outside of its tests, too. */
export function failedInVitest(report: unknown): string[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`)
  })
}

type Spec = { title: string; file: string; line: number; tests: { status: string }[] }
type Suite = { specs: Spec[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), line: z.number(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(suite).optional()
  },
})

const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
})

/** Of a report of Playwright's `json` reporter: who failed, was flaky, or was left out. */
export function failedInPlaywright(report: unknown): string[] {
  const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]
  const { config, suites, errors = [] } = playwrightReport.parse(report)
  const directory = path.relative(process.cwd(), config.rootDir)
  const failed = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [
    ...failed.map(({ file, line, title }) => `${path.join(directory, file)}:${line}: ${title}`),
    ...errors.map(({ message }) => firstLine(message)),
  ]
}
