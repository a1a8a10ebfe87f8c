import { beforeEach, expect, test } from 'vitest'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { recordView } from './record-view'

await ownDatabase()
beforeEach(() => addPost('read'))

async function timeOf(userAgent: string): Promise<number> {
  const nobody = {
    purpose: null,
    fetchMode: null,
    fetchDestination: null,
    isStaff: false,
    key: undefined,
  }
  const begun = performance.now()
  await recordView({
    ...nobody,
    slug: 'read',
    client: '203.0.113.7',
    userAgent,
    referrer: '',
    host: 'blog.example',
    wantsPrivacy: false,
  })
  return performance.now() - begun
}

test('records a 200 kB user agent as fast as a short one', async () => {
  await timeOf('Mozilla/5.0')
  const repeated = ['a', 'bot ', '(', 'Mozilla/5.0 ', 'é'].map((part) =>
    part.repeat(200_000 / part.length),
  )
  const tablets = `${'Android'.repeat(10_000)}Mobile${'z'.repeat(100_000)}`
  for (const userAgent of [...repeated, tablets])
    expect(await timeOf(userAgent)).toBeLessThan(1_000)
})
