import { isolateHistory } from '@codemirror/commands'
import { Decoration, EditorView, type PluginValue, ViewPlugin, WidgetType } from '@codemirror/view'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { button, element } from '@/components/editor/element'
import { type EditorTexts, textsOf } from '@/components/editor/texts'
import { askForAlt } from './alt-text'
import { closeSlot, type ImageSlot, imageSlots, openSlot, setSlotState } from './image-slots'
import { endStalled, UploadFailed, uploadImage } from './upload-image'

/** Height of the alt text field with some margin, in pixels. */
const altFieldPx = 72

const upload = endStalled(uploadImage)

/** Uploads images one at a time. A failed image keeps its placeholder and file. */
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
        fileName: file.name || textsOf(this.view.state)('images.unnamed'),
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
      const url = await upload(file, controller.signal, (share) =>
        this.#setState(id, { kind: 'sending', share: Math.round(share * 20) / 20 }),
      )
      if (!controller.signal.aborted) this.#insert(id, url)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof UploadFailed)) console.error(error)
      const reason = describeFailure(error, textsOf(this.view.state))
      this.#setState(id, { kind: 'failed', reason })
    } finally {
      this.#underWay.delete(id)
    }
  }

  #setState(id: number, state: ImageSlot['state']): void {
    if (this.#files.has(id)) this.view.dispatch({ effects: setSlotState.of({ id, state }) })
  }

  #insert(id: number, url: string): void {
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
        askForAlt.of({ url, asks: true }),
        // Includes the alt text field below the image.
        ...(isThere ? [EditorView.scrollIntoView(end, { y: 'nearest', yMargin: altFieldPx })] : []),
      ],
      annotations: isolateHistory.of('full'),
      userEvent: 'input.image',
    })
  }
}

function describeFailure(error: unknown, t: EditorTexts): string {
  const { code, values } = error instanceof UploadFailed ? error : new UploadFailed('other')
  return values.detail ?? t(`images.failures.${code}`, { max: values.max ?? 0 })
}

const sender = ViewPlugin.fromClass(ImageSender)

/** Uploads files to a position of the text. */
export function sendImages(view: EditorView, files: File[], at: number): true {
  view.plugin(sender)?.add(files, at)
  return true
}

/** The placeholder of an image: its progress, or the error with a retry button. */
class SlotWidget extends WidgetType {
  constructor(private readonly slot: ImageSlot) {
    super()
  }

  override eq({ slot }: SlotWidget): boolean {
    return slot.id === this.slot.id && slot.state === this.slot.state
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = element('span')
    this.#fill(box, view)
    return box
  }

  override updateDOM(box: HTMLElement, view: EditorView): boolean {
    // Reusing another placeholder's element would make screen readers announce a change.
    if (box.dataset.slot !== String(this.slot.id)) return false
    this.#fill(box, view)
    return true
  }

  #fill(box: HTMLElement, view: EditorView): void {
    const { id, fileName, state } = this.slot
    const isSending = state.kind === 'sending'
    box.className = isSending ? 'cm-image-slot' : 'cm-image-slot cm-image-failed'
    box.dataset.slot = String(id)
    box.setAttribute('role', isSending ? 'status' : 'alert')
    const t = textsOf(view.state)
    const name = { name: fileName }
    const retry = () => view.plugin(sender)?.retry(id)
    const remove = () => view.plugin(sender)?.remove(id)
    box.replaceChildren(
      element('span', {}, describeSlot(this.slot, t)),
      ...(isSending
        ? [button(t('cancel'), remove, { 'aria-label': t('images.cancelImage', name) })]
        : [
            button(t('retry'), retry, { 'aria-label': t('images.retryImage', name) }),
            button(t('images.remove'), remove, { 'aria-label': t('images.removeImage', name) }),
          ]),
    )
  }
}

function describeSlot({ fileName: name, state }: ImageSlot, t: EditorTexts): string {
  if (state.kind === 'failed') return t('images.failed', { name, reason: state.reason })
  if (state.share === 0) return t('images.waiting', { name })
  return state.share < 1
    ? t('images.uploading', { name, percent: Math.round(state.share * 100) })
    : t('images.processing', { name })
}

/** Uploads images, and displays their placeholders. */
export const imageSender = [
  imageSlots,
  sender,
  EditorView.decorations.compute([imageSlots], (state) =>
    Decoration.set(
      state
        .field(imageSlots)
        .map((slot) =>
          Decoration.widget({ widget: new SlotWidget(slot), side: -1 }).range(slot.at),
        ),
      true,
    ),
  ),
]
