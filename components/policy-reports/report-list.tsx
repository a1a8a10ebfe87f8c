import { DateTime } from '@/components/ui/date-time'
import type { ListedPolicyReport } from '@/lib/policy-reports/policy-report'

/** What the policy's own words mean. Any other is shown as it is. */
const words: Record<string, string> = {
  inline: 'a script or style within the page',
  eval: 'text run as a script',
  'trusted-types-sink': 'text made into a page or script',
}

/** What browsers refused: each kind once, what was seen last first. */
export function ReportList({ reports }: { reports: ListedPolicyReport[] }) {
  return (
    <ul className="desk-rows">
      {reports.map(({ id, page, directive, blocked, source, line, times, lastAt }) => (
        <li key={id}>
          <div>
            <p>
              <code>{directive}</code>: {words[blocked] ?? <bdi>{blocked || 'something without an address'}</bdi>}
            </p>
            <p className="desk-muted">
              On <bdi>{page}</bdi>
              {source !== '' && (
                <>
                  , by <bdi>{source}</bdi>
                  {line > 0 && `, line ${line}`}
                </>
              )}
            </p>
          </div>
          <p className="desk-muted">
            {times === 1 ? 'Once' : `${times.toLocaleString('en')} times`}, last <DateTime value={lastAt} withTime />
          </p>
        </li>
      ))}
    </ul>
  )
}
