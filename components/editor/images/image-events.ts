import { EditorView } from '@codemirror/view'
import { sendImages } from './image-sender'

/** The pictures on a clipboard; none where words lie beside them, as word processors put both there. */
function picturesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

/** Pictures that are pasted or dropped are sent. Any other file that is dropped is, too: whoever refuses it says why. */
export const imageEvents = EditorView.domEventHandlers({
  paste: (event, view) => {
    const files = picturesOf(event.clipboardData)
    if (files.length === 0) return false
    event.preventDefault()
    return sendImages(view, files, view.state.selection.main.to)
  },
  drop: (event, view) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    // Else the browser leaves the page, and shows the file in its place.
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
