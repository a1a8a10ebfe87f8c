import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeskNotice } from './desk-notice'
import { JudgedNotice } from './judged-notice'

const undo = async () => {}

test.each(['constructor', '__proto__', 'toString'])('an address that names %s is given no words for it', (word) => {
  expect(renderToStaticMarkup(<DeskNotice fault={word} />)).toBe('')
  expect(renderToStaticMarkup(<DeskNotice done={word} />)).toBe('')
  const none = { judgementIds: [], undone: 0, missed: [], back: '', undo }
  expect(renderToStaticMarkup(<JudgedNotice {...none} told={word} />)).toBe('')
  expect(renderToStaticMarkup(<JudgedNotice {...none} fault={word} />)).toContain('That could not be done')
})
