import { describe, expect, test } from 'vitest'
import { runCommand } from '@/components/editor/command-scene'
import { widthOf } from './align-table'
import { alignTableHere, toNextCell, toPreviousCell } from './move-in-table'
import { splitCells } from './table'

const table = `| name | n |
| --- | ---: |
| ad¦a | 1 |
| a longer one | 22 |`

test('a table is aligned, and its cells stay what they were', () => {
  expect(runCommand(alignTableHere, table)).toBe(`| name         |   n |
| ------------ | --: |
| «ada»          |   1 |
| a longer one |  22 |`)
})

describe('Tab', () => {
  test('selects the next cell', () => {
    expect(runCommand(toNextCell, table)).toContain('| ada          |   «1» |')
  })
  test('goes on in the next row', () => {
    expect(runCommand(toNextCell, table.replace('¦', '').replace('| 1 |', '| 1¦ |'))).toContain('| «a longer one» |  22 |')
  })
  test('after the last cell begins a row', () => {
    const after = runCommand(toNextCell, table.replace('¦', '').replace('22 |', '22¦ |'))
    expect(after.split('\n')).toHaveLength(5)
    expect(after).toContain('\n| ¦             |     |')
  })
  test('with Shift goes back, and stays in the first', () => {
    expect(runCommand(toPreviousCell, table)).toContain('|   «n» |')
    expect(runCommand(toPreviousCell, '| ¦a | b |\n| - | - |')).toContain('| «a»   | b   |')
  })
  test('is not taken outside of a table', () => {
    expect(runCommand(toNextCell, 'a | b¦')).toBe('nothing')
    expect(runCommand(toNextCell, 'words¦')).toBe('nothing')
  })
})

test('a bar that is escaped parts no cells', () => {
  expect(splitCells('| a \\| b | c |')).toEqual(['a \\| b', 'c'])
})

test.each([
  ['abc', 3],
  ['日本', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['😀', 2],
])('%s is as wide as it is set', (text, width) => {
  expect(widthOf(text)).toBe(width)
})
