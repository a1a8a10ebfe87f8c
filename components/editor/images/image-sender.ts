import { isolateHistory } from '@codemirror/commands'
import { Facet } from '@codemirror/state'
import { EditorView, type PluginValue, ViewPlugin } from '@codemirror/view'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { browserClock, type Clock } from '@/components/editor/saving/clock'
import type { AddedImage } from '@/lib/images/image'
import { askForAlt } from './alt-asked'
import { closeSlot, type ImageSlot, imageSlots, openSlot, setSlotState } from './image-slots'
import { UploadFailed } from './send-file'
import { type UploadImage, uploadImage } from './upload-image'

/**
 * Time in milliseconds without progress after which an upload fails. Uploading a part or shrinking
 * an image takes less.
 */
const silenceMsMax = 30_000

/**
 * Adds a stall timeout to an upload. Browsers wait for a response indefinitely, which would block
 * the queued images. The upload then throws UploadFailed.
 * @returns the upload with the timeout
 */
export function endStalled(upload: UploadImage, clock: Clock = browserClock): UploadImage {
  return async (file, signal, progress) => {
    signal.throwIfAborted()
    const ending = new AbortController()
    signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
    const ended = new Promise<never>((_, reject) =>
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason)),
    )
    let cancel = () => {}
    const heard = () => {
      cancel()
      cancel = clock.after(silenceMsMax, () =>
        ending.abort(new UploadFailed('The connection has stalled.')),
      )
    }
    heard()
    const sent = upload(file, ending.signal, (share) => {
      heard()
      progress?.(share)
    })
    return Promise.race([sent, ended]).finally(() => cancel())
  }
}

/** Height of the alt text field with some margin, in pixels. */
const altFieldPx = 72

/** The upload function of an editor. */
export const imageUploader = Facet.define<UploadImage, UploadImage>({
  combine: ([given = uploadImage]) => endStalled(given),
})

/**
 * Uploads images one at a time, and inserts each at its placeholder. A failed image keeps its
 * placeholder and file.
 */
class ImageSender implements PluginValue {
  readonly #files = new Map<number, File>()
  readonly #underWay = new Map<number, AbortController>()
  #last: Promise<unknown> = Promise.resolve()
  #lastId = 0

  constructor(private readonly view: EditorView) {
    addEventListener('beforeunload', this.#ask)
  }

  /** Adds a placeholder for each file, in order. */
  add(files: File[], at: number): void {
    const slots = files.map((file, index): ImageSlot => {
      this.#lastId++
      this.#files.set(this.#lastId, file)
      const isFollowed = index < files.length - 1
      return {
        id: this.#lastId,
        at,
        fileName: file.name || 'The image',
        state: { kind: 'sending', share: 0 },
        isFollowed,
      }
    })
    this.view.dispatch({ effects: slots.map((slot) => openSlot.of(slot)) })
    for (const { id } of slots) this.#enqueue(id)
  }

  retry(id: number): void {
    this.#setState(id, { kind: 'sending', share: 0 })
    this.#enqueue(id)
  }

  /** Removes a placeholder, and aborts its upload. */
  remove(id: number): void {
    this.#files.delete(id)
    this.#underWay.get(id)?.abort()
    this.view.dispatch({ effects: closeSlot.of({ id }) })
  }

  destroy(): void {
    removeEventListener('beforeunload', this.#ask)
    this.#files.clear()
    for (const controller of this.#underWay.values()) controller.abort()
  }

  /** Asks before the page is left, because images that are not uploaded would be lost. */
  readonly #ask = (event: BeforeUnloadEvent): void => {
    if (this.#files.size > 0) event.preventDefault()
  }

  #enqueue(id: number): void {
    this.#last = this.#last.then(() => this.#send(id))
  }

  async #send(id: number): Promise<void> {
    const file = this.#files.get(id)
    if (!file) return
    const controller = new AbortController()
    this.#underWay.set(id, controller)
    try {
      const upload = this.view.state.facet(imageUploader)
      const image = await upload(file, controller.signal, (share) =>
        this.#setState(id, { kind: 'sending', share: Math.round(share * 20) / 20 }),
      )
      if (!controller.signal.aborted) this.#insert(id, image)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof UploadFailed)) console.error(error)
      this.#setState(id, {
        kind: 'failed',
        reason: error instanceof UploadFailed ? error.message : 'The image could not be uploaded.',
      })
    } finally {
      this.#underWay.delete(id)
    }
  }

  #setState(id: number, state: ImageSlot['state']): void {
    if (this.#files.has(id)) this.view.dispatch({ effects: setSlotState.of({ id, state }) })
  }

  #insert(id: number, { url }: AddedImage): void {
    const { state } = this.view
    const slot = state.field(imageSlots).find((one) => one.id === id)
    this.#files.delete(id)
    if (!slot) return
    const insert = imageMarkdown({ url }) + (slot.isFollowed ? '\n\n' : '')
    const { main } = state.selection
    // Moves the cursor behind the image, unless the user has typed elsewhere.
    const isThere = main.empty && main.head === slot.at
    const end = slot.at + insert.length
    this.view.dispatch({
      changes: { from: slot.at, insert },
      ...(isThere && { selection: { anchor: end } }),
      effects: [
        closeSlot.of({ id }),
        askForAlt.of(url),
        // Includes the alt text field below the image.
        ...(isThere ? [EditorView.scrollIntoView(end, { y: 'nearest', yMargin: altFieldPx })] : []),
      ],
      annotations: isolateHistory.of('full'),
      userEvent: 'input.image',
    })
  }
}

export const imageSender = ViewPlugin.fromClass(ImageSender)

/** Uploads files to a position of the text. Returns false if the editor accepts no images. */
export function sendImages(view: EditorView, files: File[], at: number): boolean {
  view.plugin(imageSender)?.add(files, at)
  return view.plugin(imageSender) !== null
}
