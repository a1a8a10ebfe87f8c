import { isolateHistory } from '@codemirror/commands'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { cursorPlace, insertBlock } from '@/components/editor/markdown/writing-commands'
import { textsOf } from '@/components/editor/texts'
import { button, make } from '@/components/ui/make-element'
import { messageOf } from '@/lib/errors'
import { imageFigures } from './image-captions'
import { queueUpload, uploadImage } from './upload-image'

/**
 * A placeholder for an image that is being uploaded. It is between characters, so that it is
 * neither saved nor part of the undo history.
 */
export type ImagePlaceholder = {
  file: File
  at: number
  cancelling: AbortController
  /** Why the upload failed; undefined during the upload. */
  failure?: string | undefined
}

export const addPlaceholder = StateEffect.define<ImagePlaceholder>()
export const setFailure = StateEffect.define<Pick<ImagePlaceholder, 'file' | 'failure'>>()
/** Removes a placeholder, when its image is inserted or cancelled. */
export const removePlaceholder = StateEffect.define<File>()

/** All placeholders, in text order. */
export const imagePlaceholders = StateField.define<ImagePlaceholder[]>({
  create: () => [],
  update: (before, { changes, docChanged, effects }) => {
    const closed = effects.find((effect) => effect.is(removePlaceholder))?.value
    const filled = before.findIndex(({ file }) => file === closed)
    let placeholders = before
    // Typed text goes after a placeholder. An uploaded image goes before the placeholders of
    // images dropped after it.
    if (docChanged)
      placeholders = placeholders.map((placeholder, index) => ({
        ...placeholder,
        at: changes.mapPos(placeholder.at, filled >= 0 && index > filled ? 1 : -1),
      }))
    for (const effect of effects) {
      if (effect.is(addPlaceholder))
        placeholders = [...placeholders, effect.value].toSorted((a, b) => a.at - b.at)
      if (effect.is(removePlaceholder))
        placeholders = placeholders.filter(({ file }) => file !== effect.value)
      if (effect.is(setFailure))
        placeholders = placeholders.map((placeholder) =>
          placeholder.file === effect.value.file
            ? { ...placeholder, failure: effect.value.failure }
            : placeholder,
        )
    }
    return placeholders
  },
})

/** Uploads a file to a placeholder. A failed image keeps its placeholder and file. */
function enqueue(view: EditorView, { file, cancelling: { signal } }: ImagePlaceholder): void {
  queueUpload(async () => {
    if (signal.aborted) return
    try {
      const url = await uploadImage(file, textsOf(view.state), signal)
      if (!signal.aborted) insertImage(view, file, url)
    } catch (error) {
      if (!signal.aborted)
        view.dispatch({ effects: setFailure.of({ file, failure: messageOf(error) }) })
    }
  })
}

function insertImage(view: EditorView, file: File, url: string): void {
  const { state } = view
  const placeholder = state.field(imagePlaceholders).find((one) => one.file === file)
  if (!placeholder) return
  const line = state.doc.lineAt(placeholder.at)
  const isEmpty = (from: number, to: number) => state.sliceDoc(from, to).trim() === ''
  const before = isEmpty(line.from, placeholder.at) ? '' : '\n\n'
  const isLast = line.number === state.doc.lines
  const after = isLast || !isEmpty(placeholder.at, line.to) ? '\n\n' : ''
  const insert = before + imageMarkdown({ url }) + after
  const { main } = state.selection
  // Moves the cursor after the image, unless the user has typed elsewhere.
  const isThere = main.empty && main.head === placeholder.at
  view.dispatch({
    changes: { from: placeholder.at, insert },
    ...(isThere && { selection: { anchor: placeholder.at + insert.length } }),
    effects: removePlaceholder.of(file),
    scrollIntoView: isThere,
    annotations: isolateHistory.of('full'),
    userEvent: 'input.image',
  })
  if (isThere) void showCursorBelow(view, url)
}

/** Scrolls to the cursor once the image above it is drawn, because its height was an estimate. */
async function showCursorBelow(view: EditorView, url: string): Promise<void> {
  const image = make('img', { src: url })
  await image.decode().catch(() => {})
  view.requestMeasure({
    read: () => {},
    write: () =>
      setTimeout(() =>
        view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main) }),
      ),
  })
}

/** Uploads files to a position of the text, in order. */
function sendImages(view: EditorView, files: File[], at: number): true {
  const placeholders = files.map(
    (file): ImagePlaceholder => ({ file, at, cancelling: new AbortController() }),
  )
  view.dispatch({ effects: placeholders.map((placeholder) => addPlaceholder.of(placeholder)) })
  for (const placeholder of placeholders) enqueue(view, placeholder)
  return true
}

/**
 * Asks for confirmation before the user leaves the page, because images that are not uploaded would
 * be lost.
 */
const unsentImages = ViewPlugin.define((view) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (view.state.field(imagePlaceholders).length > 0) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return {
    destroy: () => {
      removeEventListener('beforeunload', ask)
      for (const { cancelling } of view.state.field(imagePlaceholders)) cancelling.abort()
    },
  }
})

/** The placeholder of an image: its state, or the error with a retry button. */
class PlaceholderWidget extends WidgetType {
  constructor(private readonly placeholder: ImagePlaceholder) {
    super()
  }

  override eq({ placeholder }: PlaceholderWidget): boolean {
    return (
      placeholder.file === this.placeholder.file && placeholder.failure === this.placeholder.failure
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const { file, cancelling, failure } = this.placeholder
    const t = textsOf(view.state)
    const name = file.name || t('images.unnamed')
    const retry = () => {
      view.dispatch({ effects: setFailure.of({ file, failure: undefined }) })
      enqueue(view, this.placeholder)
    }
    const remove = () => {
      cancelling.abort()
      view.dispatch({ effects: removePlaceholder.of(file) })
    }
    if (failure === undefined)
      return make(
        'span',
        { class: 'cm-image-slot', role: 'status' },
        make('span', {}, t('images.uploading', { name })),
        button(t('cancel'), { 'aria-label': t('images.cancelImage', { name }) }, remove),
      )
    return make(
      'span',
      { class: 'cm-image-slot cm-image-failed', role: 'alert' },
      make('span', {}, t('images.failed', { name, reason: failure })),
      button(t('retry'), { 'aria-label': t('images.retryImage', { name }) }, retry),
      button(t('images.remove'), { 'aria-label': t('images.removeImage', { name }) }, remove),
    )
  }
}

/** Opens the list of stored images, which React renders. */
function openLibrary(view: EditorView): boolean {
  return view.dom.dispatchEvent(new CustomEvent(libraryEvent, { bubbles: true }))
}

/** The event that requests a stored image. */
export const libraryEvent = 'image-library'

/** Inserts a stored image as a paragraph. */
export function insertStoredImage(view: EditorView, url: string): void {
  insertBlock(`${imageMarkdown({ url })}\n\n${cursorPlace}`)(view)
  view.focus()
}

/** Opens a file picker, and uploads the chosen images at the cursor. */
function chooseImage(view: EditorView): boolean {
  const input = make('input', { type: 'file', accept: 'image/*', multiple: true })
  input.addEventListener('change', () => {
    view.focus()
    sendImages(view, [...(input.files ?? [])], view.state.selection.main.to)
  })
  input.click()
  return true
}

export const imageActions = [
  {
    name: 'image',
    run: chooseImage,
    icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01',
  },
  { name: 'library', run: openLibrary },
] as const

/** Returns the images on a clipboard without text. Word processors copy both. */
function imagesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

/** Uploads images that are pasted or dropped. The server rejects other files with a reason. */
const imageEvents = EditorView.domEventHandlers({
  paste: (event, view) => {
    const files = imagesOf(event.clipboardData)
    if (files.length === 0) return false
    event.preventDefault()
    return sendImages(view, files, view.state.selection.main.to)
  },
  drop: (event, view) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    // Otherwise the browser navigates to the dropped file.
    event.preventDefault()
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
    view.dispatch({ selection: { anchor: at } })
    view.focus()
    return sendImages(view, files, at)
  },
  dragover: (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    return false
  },
})

/** Uploads images that are pasted, dropped or chosen. Each becomes Markdown once uploaded. */
export const imageUpload: Extension = [
  imagePlaceholders,
  unsentImages,
  EditorView.decorations.compute([imagePlaceholders], (state) =>
    Decoration.set(
      state
        .field(imagePlaceholders)
        .map((placeholder) =>
          Decoration.widget({ widget: new PlaceholderWidget(placeholder), side: -1 }).range(
            placeholder.at,
          ),
        ),
      true,
    ),
  ),
  imageFigures,
  imageEvents,
]
