import { expect, test } from 'vitest'
import { runInLanguage } from '@/lib/i18n/languages'
import { translator } from '@/lib/i18n/translator'
import { exampleText } from './import-report'

test.each([
  ['line 12', 'Zeile 12'],
  ['record 3', 'Datensatz 3'],
  ['after comment 5', 'Kommentar 5'],
  ['discussion 4, comment DC_01', 'Diskussion 4, Kommentar DC_01'],
  ['comments/line 12.yml', 'comments/line 12.yml'],
])('names the place “%s” in the language of the request', async (place, named) => {
  await runInLanguage('de', async () => {
    const t = translator('commentImport')
    expect(exampleText({ reason: 'empty', ids: [place], place }, t)).toBe(named)
    expect(exampleText({ reason: 'empty', ids: ['8'], place }, t)).toBe(`8 (${named})`)
  })
})
