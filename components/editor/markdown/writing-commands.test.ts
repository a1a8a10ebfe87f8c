import { describe, expect, test } from 'vitest'
import { runCommand } from '@/test/editor/command-scene'
import {
  breakLine,
  continueList,
  cursorPlace,
  indentList,
  insertBlock,
  insertFootnote,
  insertLink,
  outdentList,
  startParagraph,
  toggleHeading,
  toggleInline,
  toggleLines,
} from './writing-commands'

describe('bold', () => {
  test.each([
    ['wraps the selection', 'a «b c» d', 'a **«b c»** d'],
    ['is removed from bold text', 'a **«b c»** d', 'a «b c» d'],
    ['wraps the word at the cursor', 'some wo¦rd', 'some **wo¦rd**'],
    ['inserts empty marks without a word', 'some ¦', 'some **¦**'],
    ['removes empty marks', '**¦**', '¦'],
  ])('%s', (_, before, after) => {
    expect(runCommand(toggleInline('**'), before)).toBe(after)
  })
})

describe('lines', () => {
  test.each([
    ['a heading', toggleLines('heading'), 'wo¦rds', '## wo¦rds'],
    ['a heading one level down', toggleLines('heading'), '## wo¦rds', '### wo¦rds'],
    ['plain text after the last heading level', toggleLines('heading'), '### wo¦rds', 'wo¦rds'],
    ['a list without the empty lines', toggleLines('list'), '«a\n\nb»', '- «a\n\n- b»'],
    ['a numbered list', toggleLines('numbers'), '«a\nb»', '1. «a\n2. b»'],
    ['tasks instead of items', toggleLines('task'), '«- a\n- b»', '«- [ ] a\n- [ ] b»'],
    ['plain text instead of a list', toggleLines('list'), '«- a\n- b»', '«a\nb»'],
    ['a quote', toggleLines('quote'), '¦', '> ¦'],
  ])('become %s', (_, command, before, after) => {
    expect(runCommand(command, before)).toBe(after)
  })
})

describe('inserting a link', () => {
  test.each([
    ['moves the cursor to the target of selected text', 'see «this»', 'see [this](¦)'],
    [
      'moves the cursor to the text of a selected URL',
      '«https://a.example/»',
      '[¦](https://a.example/)',
    ],
    ['moves the cursor to the text without a selection', '¦', '[¦]()'],
  ])('%s', (_, before, after) => {
    expect(runCommand(insertLink, before)).toBe(after)
  })
})

describe('inserting a block', () => {
  const fence = insertBlock(`\`\`\`\n${cursorPlace}\n\`\`\``)
  test.each([
    ['replaces an empty line', 'a\n\n¦\n\nb', 'a\n\n```\n¦\n```\n\nb'],
    ['inserts it after the line of the cursor', 'wo¦rds', 'words\n\n```\n¦\n```'],
    ['adds blank lines around it', 'a\n¦\nb', 'a\n\n```\n¦\n```\n\nb'],
    ['encloses the selected lines', '«a\nb»', '```\na\nb¦\n```'],
  ])('%s', (_, before, after) => {
    expect(runCommand(fence, before)).toBe(after)
  })
})

describe('Tab in a list', () => {
  test.each([
    ['nests an item in the one above', '- a\n- b¦', '- a\n  - b¦'],
    ['indents by the width of a number', '1. a\n2. b¦', '1. a\n   2. b¦'],
    ['does nothing outside a list', 'words¦', 'nothing'],
  ])('%s', (_, before, after) => {
    expect(runCommand(indentList, before)).toBe(after)
  })

  test.each([
    ['outdents an item', '- a\n  - b¦', '- a\n- b¦'],
    ['does nothing on the outer level', '- a¦', 'nothing'],
  ])('with Shift %s', (_, before, after) => {
    expect(runCommand(outdentList, before)).toBe(after)
  })
})

describe('Enter', () => {
  test.each([
    ['continues a list', '- a¦', '- a\n- ¦'],
    ['increments the number', '9. a¦', '9. a\n10. ¦'],
    ['continues tasks with an open one', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['moves the rest of the line to the new item', '- a¦b', '- a\n- ¦b'],
    ['continues a quote', '> a¦', '> a\n> ¦'],
    ['continues a list in a quote', '> - a¦', '> - a\n> - ¦'],
    ['leaves a nested list', '- a\n  - ¦', '- a\n- ¦'],
    ['ends a list in a quote', '> - a\n> - ¦', '> - a\n>\n> ¦'],
    ['ends a list with a blank line', '- a\n- ¦', '- a\n\n¦'],
    ['ends a list after a blank line', '- a\n\n- ¦', '- a\n\n¦'],
    ['ends a quote with a blank line', '> a\n> ¦', '> a\n\n¦'],
    ['has its default behaviour before the marker', '¦- a', 'nothing'],
    ['has its default behaviour in plain text', 'words¦', 'nothing'],
    ['has its default behaviour in code', '```\n- a¦\n```', 'nothing'],
    ['has its default behaviour after a dash without a space', '-a¦', 'nothing'],
  ])('%s', (_, before, after) => {
    expect(runCommand(continueList, before)).toBe(after)
  })

  test.each([
    ['starts a paragraph', 'words¦', 'words\n\n¦'],
    ['starts a paragraph after a space', 'words ¦', 'words \n\n¦'],
    ['divides a paragraph', 'one¦ two', 'one\n\n¦ two'],
    ['has its default behaviour on an empty line', 'words\n\n¦', 'nothing'],
    ['has its default behaviour before the first word', '¦words', 'nothing'],
    ['has its default behaviour in a paragraph with line breaks', 'one\ntwo¦', 'nothing'],
    ['has its default behaviour after a heading', '# words¦', 'nothing'],
    ['has its default behaviour in the first line of a table', '| a | b |¦', 'nothing'],
    ['has its default behaviour in code', '```\nwords¦\n```', 'nothing'],
    ['has its default behaviour in a list', '- a¦', 'nothing'],
  ])('%s', (_, before, after) => {
    expect(runCommand(startParagraph, before)).toBe(after)
  })
})

test.each([
  ['breaks a line', 'one¦two', 'one\\\n¦two'],
  ['has its default behaviour in code', '```\nwords¦\n```', 'nothing'],
])('Shift+Enter %s', (_, before, after) => {
  expect(runCommand(breakLine, before)).toBe(after)
})

test.each([
  ['at the cursor', 'Said¦ so.\n', 'Said[^1] so.\n\n[^1]: ¦'],
  ['after the text above an empty line', 'Said.\n\n¦', 'Said.[^1]\n\n[^1]: ¦'],
  ['with the next number', 'One[^2].¦\n\n[^2]: Two', 'One[^2].[^3]\n\n[^2]: Two\n\n[^3]: ¦'],
])('adds a footnote %s', (_, before, after) => {
  expect(runCommand(insertFootnote, before)).toBe(after)
})

test.each([
  [3, 'wo¦rds', '### wo¦rds'],
  [2, '#### wo¦rds', '## wo¦rds'],
  [2, '## wo¦rds', 'wo¦rds'],
  [3, '¦', '### ¦'],
])('adds or removes a level %i heading in %j', (level, before, after) => {
  expect(runCommand(toggleHeading(level), before)).toBe(after)
})
