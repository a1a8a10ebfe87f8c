import type { Extension } from '@codemirror/state'
import { altFields } from './alt-fields'
import { imageEvents } from './image-events'
import { imageSender, imageUploader } from './image-sender'
import { imageTheme } from './image-theme'
import { slotWidgets } from './slot-widgets'
import { type UploadImage, uploadImage } from './upload-image'

/**
 * Uploads images that are pasted, dropped or chosen, without blocking the editor. Each becomes
 * Markdown once uploaded, and undo removes it. A failed one keeps its placeholder and file for a
 * retry.
 */
export function imageUpload({ upload = uploadImage }: { upload?: UploadImage } = {}): Extension {
  return [imageUploader.of(upload), imageSender, slotWidgets, altFields, imageEvents, imageTheme]
}
