import type { Metadata } from 'next'
import { DeskNotice } from '@/components/desk/desk-notice'
import { ReportList } from '@/components/policy-reports/report-list'
import { requireStaff } from '@/lib/http/require-staff'
import { listPolicyReports } from '@/lib/policy-reports/list-policy-reports'
import { clear } from './actions'

export const metadata: Metadata = { title: 'Reports' }

type Props = { searchParams: Promise<{ fault?: string; done?: string }> }

/** What browsers say that the pages' content policy kept from running or loading. */
export default async function ReportsPage({ searchParams }: Props) {
  const { fault, done } = await searchParams
  const reports = await listPolicyReports(await requireStaff('/desk/reports', 'owner'))
  return (
    <>
      <h1>What browsers refused</h1>
      <DeskNotice fault={fault} done={done} />
      <p className="desk-muted mt-4 max-w-[42rem]">
        Each page says what it may load and run. What a browser kept from it is listed here, of all readers together and without a word of
        who they are: something that a post shows from elsewhere, a reader’s own tools, or somebody’s attempt.
      </p>
      <section className="desk-section" aria-label="Reports">
        {reports.length === 0 ? <p>Nothing was refused.</p> : <ReportList reports={reports} />}
        {reports.length > 0 && (
          <form action={clear}>
            <button type="submit" className="desk-button">
              Forget them all
            </button>
          </form>
        )}
      </section>
      <p className="mt-8">
        <a href="/desk/settings">Settings</a>
      </p>
    </>
  )
}
