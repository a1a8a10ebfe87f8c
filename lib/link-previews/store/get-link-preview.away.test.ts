import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '@/lib/errors'
import { getLinkPreview, refreshLinkPreview } from './get-link-preview'
import { getStoredLinkPreviews } from './get-stored-link-previews'

// Nobody listens on the port of discard.
process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:9/none'

test('a database that is away is said to be away, and nothing is fetched', async () => {
  await expect(getLinkPreview('https://example.com/')).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(refreshLinkPreview('https://example.com/')).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
  await expect(getStoredLinkPreviews(['https://example.com/'])).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
})
