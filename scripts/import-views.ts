/**
 * `npm run views:import -- FILE.csv`: imports view counts as slug, day and views, or an export of
 * Plausible, Umami or GoatCounter. Importing the same file again changes nothing. `--site HOST`
 * names the site whose pages the paths without a host name; without it, they name posts.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { siteOfSlug } from '@/lib/threads/find-site'
import { importViews } from '@/lib/views/import-views'
import { readViewExport } from '@/lib/views/read-view-export'
import { runMain } from './run-main'

const unknownShownMax = 20

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { site: { type: 'string' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file) throw new Error('Usage: npm run views:import -- FILE.csv [--site HOST]')
  if (values.site !== undefined) await siteOfSlug(`${values.site}/`)
  const { format, views: exported, unusable } = readViewExport(readFileSync(file, 'utf8'))
  const { days, views, unknown } = await importViews(exported, values.site)
  for (const path of unknown.slice(0, unknownShownMax)) console.log(`no such post or page: ${path}`)
  if (unknown.length > unknownShownMax)
    console.log(`… and ${unknown.length - unknownShownMax} more`)
  if (unusable > 0)
    console.log(
      `Rows not imported: ${unusable}. ` +
        'A row needs a path, a day from 1990 to tomorrow, and a number of views.',
    )
  console.log(
    `${format}: ${views.toLocaleString('en')} views imported, as ${days.toLocaleString('en')} ` +
      'daily counts of posts and pages.',
  )
}

await runMain('import-views', 'views:import', main)
