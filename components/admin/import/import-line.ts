import type { ImportProgress } from '@/lib/importers/comments/import-comment-files'
import type { ImportReport } from '@/lib/importers/comments/import-report'

/** A line of the response of `POST /admin/import/run`. The last line has a report or an error. */
export type ImportLine = { progress: ImportProgress } | { report: ImportReport } | { error: string }
