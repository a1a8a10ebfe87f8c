import { expect, test } from 'vitest'
import type { ImportReport } from '@/lib/importers/comments/import-report'
import type { SourceLoss } from '@/lib/importers/comments/source-record'
import { render } from '@/test/render'
import { ImportReportView } from './import-report-view'

const report: ImportReport = {
  importId: undefined,
  format: 'disqus',
  read: 1_000,
  added: 990,
  changed: 0,
  unchanged: 2,
  threads: 3,
  newThreads: 1,
  newSites: [],
  unmatchedPages: 0,
  lost: [],
  unmatched: [],
  ignoredFiles: [],
}

const textOf = (fields: Partial<ImportReport>, isCheck = true) =>
  render(<ImportReportView report={{ ...report, ...fields }} isCheck={isCheck} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('shows the summary of a check and of an import', () => {
  expect(textOf({})).toContain('990 would be imported')
  expect(textOf({}, false)).toContain('990 imported')
  expect(textOf({ read: 0 })).toContain('No comments were found.')
})

test('lists losses by reason, with the omitted comments first', () => {
  const example: SourceLoss = { reason: 'empty', ids: ['8'], place: 'line 12' }
  const text = textOf({
    lost: [
      {
        reason: 'content-cut',
        isImported: true,
        count: 1,
        examples: [{ reason: 'content-cut', ids: ['line 3'], place: 'line 3', note: '21,000' }],
      },
      {
        reason: 'empty',
        isImported: false,
        count: 1_200,
        examples: Array.from({ length: 20 }, () => example),
      },
    ],
  })
  expect(text).toMatch(/Not imported .*no text 1,200 8 \(line 12\).*Imported with changes/)
  expect(text).toMatch(/Imported with changes .*which was truncated 1 line 3: 21,000/)
  expect(text.split('8 (line 12)')).toHaveLength(6)
})

test('adds up pages with the same address, and lists a hundred', () => {
  const pages = Array.from({ length: 150 }, (_, index) => ({
    address: `/page-${index % 120}/`,
    comments: 2,
  }))
  const text = textOf({ unmatched: pages, unmatchedPages: 150, ignoredFiles: ['readme.txt'] })
  expect(text).toContain('/page-0/ 4')
  expect(text).toContain('/page-99/ 2')
  expect(text).not.toContain('/page-100/')
  expect(text).toContain('20 more')
  expect(text).toContain('readme.txt')
})

test('counts the pages that the report does not list', () => {
  const unmatched = Array.from({ length: 1_000 }, (_, index) => ({
    address: `/page-${index}/`,
    comments: 1,
  }))
  expect(textOf({ unmatched, unmatchedPages: 5_000 })).toContain('4,900 more')
})
