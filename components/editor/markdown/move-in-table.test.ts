import { describe, expect, test } from 'vitest'
import { runCommand } from '@/test/editor/command-scene'
import { toNextCell, toPreviousCell } from './move-in-table'

const table = `| name | n |
| --- | ---: |
| ad¦a | 1 |
| a \\| b | 22 |`

describe('Tab', () => {
  test('selects the next cell', () => {
    expect(runCommand(toNextCell, table)).toContain('| ada | «1» |')
  })
  test('continues in the next row, and an escaped bar does not separate cells', () => {
    expect(runCommand(toNextCell, table.replace('¦', '').replace('| 1 |', '| 1¦ |'))).toContain(
      '| «a \\| b» | 22 |',
    )
  })
  test('moves from the header to the first row', () => {
    expect(runCommand(toNextCell, table.replace('¦', '').replace('| n |', '| n¦ |'))).toContain(
      '| «ada» | 1 |',
    )
  })
  test('adds a row after the last cell', () => {
    const after = runCommand(toNextCell, table.replace('¦', '').replace('22 |', '22¦ |'))
    expect(after.split('\n')).toHaveLength(5)
    expect(after).toContain('\n| ¦    |     |')
  })
  test('with Shift moves back, and stays in the first cell', () => {
    expect(runCommand(toPreviousCell, table)).toContain('| «n» |')
    expect(runCommand(toPreviousCell, '¦a | b\n--- | ---')).toContain('«a» | b')
  })
  test('does nothing outside a table', () => {
    expect(runCommand(toNextCell, 'a | b¦')).toBe('nothing')
    expect(runCommand(toNextCell, 'words¦')).toBe('nothing')
  })
})
