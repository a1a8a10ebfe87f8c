import { describe, expect, test } from 'vitest'
import { runCommand } from '@/test/editor/command-scene'
import { goOnWithList } from './go-on-with-list'
import { indentList, outdentList } from './indent-list'
import { cursorPlace, insertBlock } from './insert-block'
import { insertLink } from './insert-link'
import { toggleInline } from './toggle-inline'
import { toggleLines } from './toggle-lines'

describe('bold', () => {
  test.each([
    ['is put around what is selected', 'a «b c» d', 'a **«b c»** d'],
    ['is taken away again', 'a **«b c»** d', 'a «b c» d'],
    ['is put around the word at the cursor', 'some wo¦rd', 'some **wo¦rd**'],
    ['waits for words where there are none', 'some ¦', 'some **¦**'],
    ['is taken away where nothing was written', '**¦**', '¦'],
  ])('%s', (_, before, after) => {
    expect(runCommand(toggleInline('**'), before)).toBe(after)
  })
})

describe('lines', () => {
  test.each([
    ['a heading', toggleLines('heading'), 'wo¦rds', '## wo¦rds'],
    ['a heading of the next level', toggleLines('heading'), '## wo¦rds', '### wo¦rds'],
    ['no heading any more', toggleLines('heading'), '### wo¦rds', 'wo¦rds'],
    ['a list, empty lines left out', toggleLines('list'), '«a\n\nb»', '- «a\n\n- b»'],
    ['a numbered list', toggleLines('numbers'), '«a\nb»', '1. «a\n2. b»'],
    ['tasks in the place of items', toggleLines('task'), '«- a\n- b»', '«- [ ] a\n- [ ] b»'],
    ['no list any more', toggleLines('list'), '«- a\n- b»', '«a\nb»'],
    ['a quote', toggleLines('quote'), '¦', '> ¦'],
  ])('become %s', (_, command, before, after) => {
    expect(runCommand(command, before)).toBe(after)
  })
})

describe('a link', () => {
  test.each([
    ['waits for the address of words', 'see «this»', 'see [this](¦)'],
    ['waits for the words of an address', '«https://a.example/»', '[¦](https://a.example/)'],
    ['waits for its words first', '¦', '[¦]()'],
  ])('%s', (_, before, after) => {
    expect(runCommand(insertLink, before)).toBe(after)
  })
})

describe('a block', () => {
  const fence = insertBlock(`\`\`\`\n${cursorPlace}\n\`\`\``)
  test.each([
    ['takes the place of an empty line', 'a\n\n¦\n\nb', 'a\n\n```\n¦\n```\n\nb'],
    ['comes after the line of the cursor', 'wo¦rds', 'words\n\n```\n¦\n```'],
    ['is parted from what stands around it', 'a\n¦\nb', 'a\n\n```\n¦\n```\n\nb'],
    ['takes the selected lines in', '«a\nb»', '```\na\nb¦\n```'],
  ])('%s', (_, before, after) => {
    expect(runCommand(fence, before)).toBe(after)
  })
})

describe('Tab in a list', () => {
  test.each([
    ['makes an item one of that above', '- a\n- b¦', '- a\n  - b¦'],
    ['goes in as far as a number is wide', '1. a\n2. b¦', '1. a\n   2. b¦'],
    ['is not taken outside of it', 'words¦', 'nothing'],
  ])('%s', (_, before, after) => {
    expect(runCommand(indentList, before)).toBe(after)
  })

  test.each([
    ['goes out again', '- a\n  - b¦', '- a\n- b¦'],
    ['leads on where there is nothing to go out of', '- a¦', 'nothing'],
  ])('with Shift %s', (_, before, after) => {
    expect(runCommand(outdentList, before)).toBe(after)
  })
})

describe('Enter', () => {
  test.each([
    ['goes on with a list', '- a¦', '- a\n- ¦'],
    ['counts on', '9. a¦', '9. a\n10. ¦'],
    ['goes on with tasks, not done yet', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['takes the rest of the line along', '- a¦b', '- a\n- ¦b'],
    ['goes on with a quote', '> a¦', '> a\n> ¦'],
    ['goes on with a list in a quote', '> - a¦', '> - a\n> - ¦'],
    ['goes out of an inner list', '- a\n  - ¦', '- a\n- ¦'],
    ['ends a list in a quote', '> - a\n> - ¦', '> - a\n> ¦'],
    ['ends a list', '- a\n- ¦', '- a\n¦'],
    ['ends a quote', '> a\n> ¦', '> a\n¦'],
    ['is an ordinary one before the mark', '¦- a', 'nothing'],
    ['is an ordinary one elsewhere', 'words¦', 'nothing'],
    ['is an ordinary one in code', '```\n- a¦\n```', 'nothing'],
    ['is an ordinary one after a dash that is a word', '-a¦', 'nothing'],
  ])('%s', (_, before, after) => {
    expect(runCommand(goOnWithList, before)).toBe(after)
  })
})
