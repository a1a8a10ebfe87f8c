import { EditorView } from '@codemirror/view'
import { sendImages } from './image-sender'

/**
 * Returns the images on a clipboard. Returns none if there is text too, because word processors
 * copy both.
 */
function imagesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

/**
 * Uploads images that are pasted or dropped. Also passes on other dropped files, which the uploader
 * rejects with a reason.
 */
export const imageEvents = EditorView.domEventHandlers({
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
