import { expect, test } from 'vitest'
import { mergeTexts } from './merge-texts'

const base = 'One.\n\nTwo.\n\nThree.'

test.each([
  [
    'different paragraphs',
    'New one.\n\nTwo.\n\nThree.',
    `${base}\n\nFour.`,
    'New one.\n\nTwo.\n\nThree.\n\nFour.',
  ],
  [
    'the same paragraph: mine',
    'One.\n\nMy two.\n\nThree.',
    'One.\n\nTheir two.\n\nThree.',
    'One.\n\nMy two.\n\nThree.',
  ],
  [
    'additions in one place: both',
    `${base}\n\nMine.`,
    `${base}\n\nTheirs.`,
    `${base}\n\nMine.\n\nTheirs.`,
  ],
  [
    'an addition below a changed line',
    'One.\nMine.\n\nTwo.\n\nThree.',
    'One, extended.\n\nTwo.\n\nThree.',
    'One, extended.\nMine.\n\nTwo.\n\nThree.',
  ],
  [
    'a paragraph below a changed one at the end',
    `${base}\n\nMine.`,
    'One.\n\nTwo.\n\nThree, extended.',
    'One.\n\nTwo.\n\nThree, extended.\n\nMine.',
  ],
  ['neighbouring lines', '- Mine\n- Two', '- One\n- Theirs', '- Mine\n- Theirs', '- One\n- Two'],
  ['the same change', 'One.\n\nTwo.', 'One.\n\nTwo.', 'One.\n\nTwo.'],
  ['only theirs', base, 'One.\n\nThree.', 'One.\n\nThree.'],
  [
    'line endings of Windows',
    `${base}\n\nMine.`.replaceAll('\n', '\r\n'),
    base,
    `${base}\n\nMine.`,
  ],
])('merges %s', (_, mine, theirs, merged, common = base) => {
  expect(mergeTexts(common, mine, theirs)).toBe(merged)
})
