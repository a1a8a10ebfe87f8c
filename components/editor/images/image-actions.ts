import { editorActions } from '@/components/editor/completions/editor-action'
import { chooseImage } from './choose-image'

/** The commands for images in the toolbar and the menu. */
export const imageActions = editorActions.of({
  ...{ name: 'image', label: 'Image', run: chooseImage },
  icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01',
})
