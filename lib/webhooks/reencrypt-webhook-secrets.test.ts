import { expect, test, vi } from 'vitest'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()
const older = 'older test secret of at least 32 characters'
const newer = 'newer test secret of at least 32 characters'

/** Loads the application as a process with these secrets. */
async function loadWith(secrets: string) {
  vi.resetModules()
  vi.stubEnv('AUTH_SECRET', secrets)
  const [{ db }, { decrypt }, { reencryptWebhookSecrets }, { addSite }] = await Promise.all([
    import('@/lib/db/client'),
    import('@/lib/crypto/encrypt'),
    import('./reencrypt-webhook-secrets'),
    import('@/test/database/add-rows'),
  ])
  const read = async () =>
    decrypt('webhook-secret', (await db().site.findFirstOrThrow()).webhookSecret)
  return { addSite, read, reencryptWebhookSecrets }
}

test('signing secrets stay readable after the secret of the blog is rotated', async () => {
  const before = await loadWith(older)
  await before.addSite(['https://blog.example.org'], { webhookSecret: 'whsec_c2VjcmV0' })
  expect(await (await loadWith(newer)).read()).toBeUndefined()
  const during = await loadWith(`${newer},${older}`)
  expect(await during.read()).toBe('whsec_c2VjcmV0')
  await during.reencryptWebhookSecrets()
  expect(await (await loadWith(newer)).read()).toBe('whsec_c2VjcmV0')
})
