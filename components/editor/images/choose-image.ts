import type { EditorView } from '@codemirror/view'
import { sendImages } from './image-sender'

/** Opens a file picker, and uploads the chosen images at the cursor. */
export function chooseImage(view: EditorView): boolean {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.multiple = true
  input.addEventListener('change', () => {
    view.focus()
    sendImages(view, [...(input.files ?? [])], view.state.selection.main.to)
  })
  input.click()
  return true
}
