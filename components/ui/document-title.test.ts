import { expect, test } from 'vitest'
import { documentTitle } from './document-title'

test.each(['Earn $$$ fast', 'A$&B', 'What $` does', "$'", '$1', 'plain'])(
  'passes %s unchanged through the title template of Next.js',
  (title) => {
    expect('%s · Blog'.replace(/%s/g, documentTitle(title))).toBe(`${title} · Blog`)
  },
)
