import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { editorActions } from '@/components/editor/editor-actions'
import { element } from '@/components/editor/element'
import { altFields } from './alt-text'
import { imageSender, sendImages } from './image-sender'

/** Opens a file picker, and uploads the chosen images at the cursor. */
function chooseImage(view: EditorView): boolean {
  const input = element('input', { type: 'file', accept: 'image/*', multiple: true })
  input.addEventListener('change', () => {
    view.focus()
    sendImages(view, [...(input.files ?? [])], view.state.selection.main.to)
  })
  input.click()
  return true
}

/** The command for images in the toolbar and the menu. */
const imageActions = editorActions.of({
  ...{ name: 'image', run: chooseImage },
  icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01',
})

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
export const imageUpload: Extension = [imageActions, imageSender, altFields, imageEvents]
