import { type EditorState, type Extension, Facet } from '@codemirror/state'
import type { Translate } from '@/lib/i18n/translator'

export type EditorTexts = Translate<'editor'>

const texts = Facet.define<EditorTexts, EditorTexts | undefined>({ combine: ([t]) => t })

/** Provides the translations for extensions, which cannot use the hooks of React. */
export const provideTexts = (t: EditorTexts): Extension => texts.of(t)

export function textsOf(state: EditorState): EditorTexts {
  const t = state.facet(texts)
  if (!t) throw new Error('The editor has no texts')
  return t
}
