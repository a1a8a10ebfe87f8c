import { AppError } from '@/lib/errors'
import { otherMethods } from '@/lib/http/endpoint'
import { limits } from '@/lib/http/rate-limit'
import { readJson } from '@/lib/http/read-body'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { addPolicyReports } from '@/lib/policy-reports/add-policy-reports'
import { policyReportLimits } from '@/lib/policy-reports/policy-report'
import { readPolicyReports } from '@/lib/policy-reports/read-policy-reports'

/** What browsers send: the first since there is `report-to`, the second for `report-uri`. */
const types = ['application/reports+json', 'application/csp-report', 'application/json']

/** Takes what browsers report of the pages' content policies. Of who sends it nothing is kept. */
export const POST = writeEndpoint({ limits: [limits.policyReports], body: false }, async ({ request, count }) => {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!types.includes(type.trim())) throw new AppError('unsupported-media-type', `Send one of ${types.join(', ')}.`)
  const reports = readPolicyReports(await readJson(request, policyReportLimits.bodyBytesMax))
  await count()
  await addPolicyReports(reports)
  return { json: { taken: reports.length } }
})

export const { OPTIONS, GET, HEAD, PUT, PATCH, DELETE } = otherMethods('POST')

export const dynamic = 'force-dynamic'
