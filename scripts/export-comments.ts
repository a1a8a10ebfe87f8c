/**
 * `npm run comments:export -- FILE`: writes all comments as JSON Lines, which `comments:import`
 * reads. `--site HOST` exports one site only. `--format wxr` writes a file for WordPress and Disqus
 * instead. `-` writes to the standard output; use `npm --silent run` with it. The file contains the
 * e-mail addresses of readers.
 */
import { parseArgs } from 'node:util'
import { type ExportScope, exportComments } from '@/lib/comments/export/export-comments'
import { writeWxr } from '@/lib/comments/export/write-wxr'
import { jsonLines } from '@/lib/text/json-lines'
import { siteOfSlug } from '@/lib/threads/find-site'
import { runMain } from './run-main'
import { writeFileAtomically } from './write-file'

const options = { site: { type: 'string' }, format: { type: 'string', default: 'jsonl' } } as const

const formats: Record<string, (scope: ExportScope) => AsyncIterable<string>> = {
  jsonl: (scope) => jsonLines(exportComments(scope)),
  wxr: writeWxr,
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file] = positionals
  const write = formats[values.format]
  if (!file || !write)
    throw new Error('Usage: npm run comments:export -- FILE [--site HOST] [--format wxr]')
  const site = values.site === undefined ? undefined : await siteOfSlug(`${values.site}/`)
  await writeFileAtomically(file, write({ siteId: site?.id }))
}

await runMain('export-comments', 'comments:export', main)
