import { expect, test, vi } from 'vitest'

const older = 'older test secret of at least 32 characters'
const newer = 'newer test secret of at least 32 characters'

/** Loads the module as a process with these secrets does. */
async function loadWith(secrets: string) {
  vi.resetModules()
  vi.stubEnv('AUTH_SECRET', secrets)
  return import('./encrypt')
}

test('decrypts an encrypted text, for the same purpose only', async () => {
  const { encrypt, decrypt } = await loadWith(newer)
  const encrypted = encrypt('reader-address', 'ada@example.org')
  expect(encrypted).not.toContain('ada')
  expect(decrypt('reader-address', encrypted)).toBe('ada@example.org')
  expect(decrypt('staff-address', encrypted)).toBeUndefined()
})

test('text that an earlier version encrypted can be decrypted', async () => {
  const { decrypt } = await loadWith('a secret of an older version that is long enough')
  const stored = 'BwcHBwcHBwcHBwcH1rMfD9OSUgdXwiciDvR5ldswAoP1Z2NxQ4xYcNHrzg'
  expect(decrypt('reader-address', stored)).toBe('ada@example.org')
})

test('encrypts the same text differently each time, and hashes it to the same value', async () => {
  const { keyedHashes, encrypt } = await loadWith(newer)
  expect(encrypt('reader-address', 'a')).not.toBe(encrypt('reader-address', 'a'))
  expect(keyedHashes('reader-address', 'a')).toEqual(keyedHashes('reader-address', 'a'))
  expect(keyedHashes('reader-address', 'a')).not.toEqual(keyedHashes('staff-address', 'a'))
})

test('rejects a ciphertext with any bit changed or truncated at any byte', async () => {
  const { encrypt, decrypt } = await loadWith(newer)
  const bytes = Buffer.from(encrypt('reader-address', 'ada@example.org'), 'base64url')
  for (let position = 0; position < bytes.length; position++) {
    const tampered = Buffer.from(bytes)
    tampered[position] = (tampered[position] ?? 0) ^ 1
    expect(decrypt('reader-address', tampered.toString('base64url'))).toBeUndefined()
    expect(
      decrypt('reader-address', bytes.subarray(0, position).toString('base64url')),
    ).toBeUndefined()
  }
  expect(decrypt('reader-address', 'no base64 §')).toBeUndefined()
})

test('a rotated secret still decrypts and matches hashes; a removed secret does not', async () => {
  const before = await loadWith(older)
  const encrypted = before.encrypt('reader-address', 'ada@example.org')
  const [hash] = before.keyedHashes('reader-address', 'ada@example.org')
  const during = await loadWith(`${newer},${older}`)
  expect(during.decrypt('reader-address', encrypted)).toBe('ada@example.org')
  expect(during.keyedHashes('reader-address', 'ada@example.org')).toEqual([
    expect.any(String),
    hash,
  ])
  const after = await loadWith(newer)
  expect(after.decrypt('reader-address', encrypted)).toBeUndefined()
  expect(after.decrypt('reader-address', during.encrypt('reader-address', 'ada@example.org'))).toBe(
    'ada@example.org',
  )
  expect(after.keyedHashes('reader-address', 'ada@example.org')[0]).not.toBe(hash)
})
