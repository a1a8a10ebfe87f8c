import type { Extension } from '@codemirror/state'
import { altFields } from './alt-fields'
import { imageEvents } from './image-events'
import { imageLook } from './image-look'
import { imageSender, imageUploader } from './image-sender'
import { slotWidgets } from './slot-widgets'
import { type UploadImage, uploadImage } from './upload-image'

export { chooseImage } from './choose-image'
export { uploadImage } from './upload-image'

/**
 * Images in the editor: pasted, dropped or chosen, each is sent while typing goes on, and stands in the text as Markdown
 * when it is there. Undo takes it away. One that fails keeps its place and its file, to be tried again.
 */
export function imageUpload({ upload = uploadImage }: { upload?: UploadImage } = {}): Extension {
  return [imageUploader.of(upload), imageSender, slotWidgets, altFields, imageEvents, imageLook]
}
