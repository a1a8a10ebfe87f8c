import { translator } from '@/lib/i18n/translator'
import { exampleText, type ImportReport } from './import-report'

/** The maximum number of examples in a line. */
const shownMax = 5

/** Returns lines of text about the losses of an import of comments. */
export function describeLosses({ lost, unmatched, unmatchedPages }: ImportReport): string[] {
  const t = translator('commentImport')
  const losses = lost.map(({ reason, isImported, count, examples }) => {
    const shown = examples.slice(0, shownMax).map((loss) => exampleText(loss, t))
    const more = count - shown.length
    const list = shown.join('; ')
    return t(isImported ? 'importedChanged' : 'notImported', {
      text: t(`reasons.${reason}`),
      count,
      examples: more > 0 ? t('andMore', { examples: list, count: more }) : list,
    })
  })
  return [
    ...losses,
    ...unmatched.map(({ address, comments }) => t('unmatched', { address, comments })),
    ...(unmatchedPages > unmatched.length
      ? [t('moreUnmatched', { count: unmatchedPages - unmatched.length })]
      : []),
  ]
}

/** Returns lines of text about the result of an import or a check. The summary is last. */
export function describeReport(report: ImportReport, isCheck = false): string[] {
  const t = translator('commentImport')
  const { format, read, added, changed, unchanged, threads, newThreads, unmatched } = report
  if (read === 0) return [t('nothing')]
  return [
    ...report.ignoredFiles.map((file) => t('ignoredFile', { file })),
    ...describeLosses(report),
    ...(unmatched.length > 0 ? [t('unmatchedHint')] : []),
    ...report.newSites.map((host) => t('newSite', { host })),
    t('threads', { threads, added: newThreads }),
    t(isCheck ? 'wouldImport' : 'counts', { format, read, added, changed, unchanged }),
  ]
}
