import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db'
import { addActor } from '@/lib/testing/actors'
import { ownDatabase } from '@/lib/testing/database'
import { addPolicyReports } from './add-policy-reports'
import { clearPolicyReports, listPolicyReports } from './list-policy-reports'
import { policyReportLimits } from './policy-report'

await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const report = { page: '/posts/hello', directive: 'img-src', blocked: 'https://pictures.example', source: '', line: 0 }

beforeEach(async () => void (await db().policyReport.deleteMany()))

test('what is reported again is counted, not listed twice, and what was seen last comes first', async () => {
  await addPolicyReports([report, report])
  await addPolicyReports([{ ...report, blocked: 'inline', line: 3 }])
  await addPolicyReports([report])
  const listed = await listPolicyReports(owner)
  expect(listed.map(({ blocked, times }) => [blocked, times])).toEqual([
    ['https://pictures.example', 2],
    ['inline', 1],
  ])
})

test('only so many kinds are kept: who makes up thousands fills no table', async () => {
  for (let sent = 0; sent < policyReportLimits.kindsMax + 40; sent += 20) {
    await addPolicyReports(Array.from({ length: 20 }, (_, index) => ({ ...report, page: `/posts/${sent + index}` })))
  }
  const listed = await listPolicyReports(owner)
  expect(listed).toHaveLength(policyReportLimits.kindsMax)
  expect(listed[0]?.page).toBe(`/posts/${policyReportLimits.kindsMax + 39}`)
})

test('the owner forgets them all, and nobody else sees or forgets any', async () => {
  await addPolicyReports([report])
  for (const ask of [listPolicyReports, clearPolicyReports]) {
    await expect(ask(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(ask(moderator)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await clearPolicyReports(owner)
  expect(await listPolicyReports(owner)).toEqual([])
})
