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

type Suite = { specs: { title: string; file: string; line: number; ok: boolean }[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), line: z.number(), ok: z.boolean() })),
  get suites() {
    return z.array(suite).optional()
  },
})

const playwrightReport = z.object({ suites: z.array(suite), errors: z.array(z.object({ message: z.string().optional() })).optional() })

/** Of a report of Playwright's `json` reporter. */
export function failedInPlaywright(report: unknown): string[] {
  const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]
  const { suites, errors = [] } = playwrightReport.parse(report)
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return [...failed.map(({ file, line, title }) => `${file}:${line}: ${title}`), ...errors.map(({ message }) => firstLine(message))]
}
