import { useTranslations } from 'next-intl'
import { exampleText, type ImportReport } from '@/lib/importers/comments/import-report'

/** Maximum number of rows in a list. */
const shownMax = 100
/** Maximum number of examples in a row. */
const examplesMax = 5

type Props = { report: ImportReport; isCheck: boolean }

/** The report of an import or a check: summary, losses by reason, and pages without a thread. */
export function ImportReportView({ report, isCheck }: Props) {
  const t = useTranslations('commentImport')
  const own = useTranslations('importsClient')
  const { format, read, added, changed, unchanged, threads, newThreads, newSites } = report
  return (
    <>
      <div role="status">
        <p>
          <strong>
            {read === 0
              ? t('nothing')
              : t(isCheck ? 'wouldImport' : 'counts', { format, read, added, changed, unchanged })}
          </strong>
        </p>
        {read > 0 && <p>{t('threads', { threads, added: newThreads })}</p>}
        {newSites.map((host) => (
          <p key={host}>{t('newSite', { host })}</p>
        ))}
      </div>
      {[false, true].map((isImported) => (
        <Losses
          key={String(isImported)}
          title={own(isImported ? 'importedChanged' : 'notImported')}
          losses={report.lost.filter((loss) => loss.isImported === isImported)}
        />
      ))}
      <Unmatched pages={report.unmatched} total={report.unmatchedPages} />
      {report.ignoredFiles.length > 0 && (
        <>
          <h3>{own('ignoredFiles')}</h3>
          <p className="import-long">{report.ignoredFiles.slice(0, shownMax).join(', ')}</p>
          <More count={report.ignoredFiles.length} />
        </>
      )}
    </>
  )
}

function Losses({ title, losses }: { title: string; losses: ImportReport['lost'] }) {
  const t = useTranslations('commentImport')
  const own = useTranslations('importsClient')
  if (losses.length === 0) return null
  const nameOf = (loss: ImportReport['lost'][number]['examples'][number]) =>
    exampleText(loss, t) + (loss.note === undefined ? '' : `: ${loss.note}`)
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{own('reason')}</th>
          <th scope="col">{own('comments')}</th>
          <th scope="col">{own('examples')}</th>
        </tr>
      </thead>
      <tbody>
        {losses.map(({ reason, count, examples }) => (
          <tr key={reason}>
            <th scope="row">{t(`reasons.${reason}`)}</th>
            <td>{own('number', { count })}</td>
            <td className="import-long">{examples.slice(0, examplesMax).map(nameOf).join('; ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type UnmatchedProps = { pages: ImportReport['unmatched']; total: number }

function Unmatched({ pages, total }: UnmatchedProps) {
  const t = useTranslations('importsClient')
  if (pages.length === 0) return null
  // Several pages may have the same address.
  const counts = new Map<string, number>()
  for (const { address, comments } of pages)
    counts.set(address, (counts.get(address) ?? 0) + comments)
  return (
    <>
      <table>
        <caption>{t('unmatched')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('page')}</th>
            <th scope="col">{t('comments')}</th>
          </tr>
        </thead>
        <tbody>
          {[...counts].slice(0, shownMax).map(([address, comments]) => (
            <tr key={address}>
              <th scope="row" dir="auto">
                {address}
              </th>
              <td>{t('number', { count: comments })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* The report contains only the first pages. */}
      <More count={counts.size + total - pages.length} />
      <p className="admin-muted">{t('unmatchedHint')}</p>
    </>
  )
}

function More({ count }: { count: number }) {
  const t = useTranslations('importsClient')
  return count > shownMax && <p className="admin-muted">{t('more', { count: count - shownMax })}</p>
}
