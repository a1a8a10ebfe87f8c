import { z } from 'zod'
import { truncate } from '@/lib/text/truncate'
import { type PolicyReport, policyReportLimits } from './policy-report'

const text = z.string().catch('')
const line = z.int().min(0).max(2_147_483_647).catch(0)

/** One element of `application/reports+json` (Reporting API; CSP 3, 5.3). */
const modern = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: z.string(), effectiveDirective: z.string(), blockedURL: text, sourceFile: text, lineNumber: line }),
})

/** `application/csp-report` (CSP 3, 5.3, “deprecated serialization”). Older browsers know `violated-directive` alone. */
const former = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})

/**
 * What a browser reports, in either of the two forms; of what is neither, nothing. What an extension of the browser did is
 * none of the blog's, and is left out.
 */
export function readPolicyReports(json: unknown): PolicyReport[] {
  const said = Array.isArray(json) ? json.slice(0, policyReportLimits.reportsPerBodyMax) : [json]
  return said.flatMap((one) => {
    const report = readOne(one)
    return report === undefined || /-extension$|^about$/.test(report.source) ? [] : [report]
  })
}

function readOne(json: unknown): PolicyReport | undefined {
  const { data: now } = modern.safeParse(json)
  if (now) {
    const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = now.body
    return describe(documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber)
  }
  const { data: before } = former.safeParse(json)
  if (!before) return undefined
  const report = before['csp-report']
  const directive = report['effective-directive'] || (report['violated-directive'].split(' ', 1)[0] ?? '')
  return describe(report['document-uri'], directive, report['blocked-uri'], report['source-file'], report['line-number'])
}

function describe(page: string, directive: string, blocked: string, source: string, line: number): PolicyReport | undefined {
  if (!/^[a-z-]{1,40}$/.test(directive) || !URL.canParse(page)) return undefined
  const { origin, pathname } = new URL(page)
  return { page: shownPath(pathname), directive, blocked: shownOrigin(blocked), source: shownSource(source, origin), line }
}

/** Rooms in which what comes next is a name. Elsewhere it may be a link's secret. */
const named = new Set(['desk', 'docs', 'posts', 'tags'])

function shownPath(pathname: string): string {
  const [, first = '', second] = pathname.split('/')
  return truncate(`/${first}${second !== undefined && named.has(first) ? `/${second}` : ''}`, 200)
}

/** Of an address its origin, or its scheme where that is all it has. A word of the policy's own as it is. */
function shownOrigin(blocked: string): string {
  if (!URL.canParse(blocked)) return /^[a-z-]{1,40}$/.test(blocked) ? blocked : ''
  const { origin, protocol } = new URL(blocked)
  return truncate(origin === 'null' ? protocol.slice(0, -1) : origin, 200)
}

/** A script of the blog's own has no secret in its path. */
function shownSource(source: string, own: string): string {
  if (!URL.canParse(source)) return shownOrigin(source)
  const { origin, pathname } = new URL(source)
  return origin !== own ? shownOrigin(source) : pathname.startsWith('/_next/') ? truncate(pathname, 200) : shownPath(pathname)
}
