import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '@/lib/errors'
import { getLinkPreview, getStoredLinkPreviews, refreshLinkPreview } from './get-link-preview'

// Nothing listens on the discard port.
process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:9/none'

test('reports an unavailable database and fetches nothing', async () => {
  await expect(getLinkPreview('https://example.com/')).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(refreshLinkPreview('https://example.com/')).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
  await expect(getStoredLinkPreviews(['https://example.com/'])).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
})
