import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'

test('no script of the browser contains the message catalogue', () => {
  const folder = '.next/static/chunks'
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  expect(scripts.length).toBeGreaterThan(10)
  const withCatalogue = scripts.filter((file) =>
    readFileSync(path.join(folder, file), 'utf8').includes(messages.privacy.description),
  )
  expect(withCatalogue).toEqual([])
})
