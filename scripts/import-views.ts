/**
 * `npm run views:import -- FILE.csv`: imports view counts as slug, day and views, or an export of
 * Plausible, Umami or GoatCounter. Importing the same file again changes nothing.
 */
import { readFileSync } from 'node:fs'
import { waitLongerForQueries } from '@/lib/db/client'
import { messageOf } from '@/lib/errors'
import { importViews } from '@/lib/views/import-views'
import { readViewExport } from '@/lib/views/read-view-export'

const unknownShownMax = 20

async function main(file: string | undefined): Promise<void> {
  waitLongerForQueries()
  if (!file) throw new Error('Usage: npm run views:import -- FILE.csv')
  const { format, views: exported, unusable } = readViewExport(readFileSync(file, 'utf8'))
  const { days, views, unknown } = await importViews(exported)
  for (const slug of unknown.slice(0, unknownShownMax)) console.log(`no such post: ${slug}`)
  if (unknown.length > unknownShownMax)
    console.log(`… and ${unknown.length - unknownShownMax} more`)
  if (unusable > 0)
    console.log(
      `${unusable} rows have no path, no day from 1990 to tomorrow, or no number that could ` +
        'be used.',
    )
  console.log(
    `${format}: ${views.toLocaleString('en')} views of ${days.toLocaleString('en')} days of ` +
      'posts imported.',
  )
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main(process.argv[2])
  } catch (error) {
    console.error(`views:import: ${messageOf(error)}`)
    process.exitCode = 1
  }
}
