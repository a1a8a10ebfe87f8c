import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDraft } from '@/test/editor/saver-scene'
import { isSameDraft } from './draft'
import { readDraftForm } from './draft-form'

class Input {
  constructor(readonly value: string) {}
}

beforeEach(() => {
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement']) vi.stubGlobal(name, Input)
  vi.stubGlobal('document', { activeElement: null })
})
afterEach(() => vi.unstubAllGlobals())

const formOf = (fields: Record<string, Input>) => ({
  elements: { namedItem: (name: string) => new Map(Object.entries(fields)).get(name) },
})
const held = { ...emptyDraft, slug: 'held' }

test('reads a slug once it is complete or the page is left, and not before', () => {
  const slug = new Input('half-a-sl')
  vi.stubGlobal('document', { activeElement: slug })
  expect(readDraftForm(formOf({ slug }), held).slug).toBe('held')
  expect(readDraftForm(formOf({ slug }), held, { isLeaving: true }).slug).toBe('half-a-sl')
  vi.stubGlobal('document', { activeElement: null })
  expect(readDraftForm(formOf({ slug }), held).slug).toBe('half-a-sl')
})

test('joins the lines of a summary, as the server does', () => {
  expect(
    readDraftForm(formOf({ summary: new Input('In short.\n  And more.') }), held).summary,
  ).toBe('In short. And more.')
})

test('reads search options, and keeps those on the server that a draft lacks', () => {
  const noindex = Object.assign(new Input('on'), { checked: true })
  const read = readDraftForm(formOf({ metaTitle: new Input(' Meta '), noindex }), held)
  expect(read).toMatchObject({ metaTitle: ' Meta ', noindex: true, canonical: '' })
  const draft = { ...held, ...read }
  expect(isSameDraft(draft, { ...held, metaTitle: 'Meta', noindex: true })).toBe(true)
  expect(isSameDraft(draft, held)).toBe(false)
  const { metaTitle: _, noindex: __, ...older } = held
  expect(isSameDraft(older, { ...held, metaTitle: 'Meta', noindex: true })).toBe(true)
})
