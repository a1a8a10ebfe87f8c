import { expect, test } from 'vitest'
import { documentTitle } from './document-title'

test.each(['Earn $$$ fast', 'A$&B', 'What $` does', "$'", '$1', 'plain'])(
  '%s is what the template of Next’s metadata says',
  (title) => {
    expect('%s · Blog'.replace(/%s/g, documentTitle(title))).toBe(`${title} · Blog`)
  },
)
