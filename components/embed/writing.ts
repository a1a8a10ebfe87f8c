/** The part of the embed that writes. It is loaded on first use. */
import { ApiError, origin, request, send, type ThreadComment } from './api'
import type { ShownThread } from './comments-element'
import { fromHtml, make } from './dom'
import { type OwnComment, read, store } from './stored'
import style from './writing.css?inline'

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Milliseconds for which authors can edit a comment. */
const editMsMax = 15 * 60_000

/** The server's signed time of the first use of a form, and when it was fetched. */
type Stamp = { text: string; at: number }

/** Milliseconds after which a stamp is renewed, well below its lifetime of a day. */
const stampMsMax = 6 * 3_600_000

const started = new WeakSet<Node>()

/** Adds forms and the reader's own tools to a thread that has just been rendered. */
export function startWriting(shown: ShownThread): void {
  const { root } = shown
  const section = root.firstElementChild
  if (!section || started.has(section)) return
  started.add(section)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
  new Writing(shown, section).start()
}

const isString = (value: unknown): value is string => typeof value === 'string'

class Writing {
  #stamp: Stamp | undefined
  #opened: { opener: HTMLElement; content: HTMLElement } | undefined

  constructor(
    readonly shown: ShownThread,
    readonly section: Element,
  ) {}

  start(): void {
    const { root, thread, texts } = this.shown
    this.#showOwn()
    this.section.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button?.dataset.reply) this.#reply(button, Number(button.dataset.reply))
      if (button?.dataset.report) void this.#report(button, Number(button.dataset.report))
    })
    const place = root.getElementById('write')
    if (!place) return
    if (!thread.open) {
      place.replaceChildren(make('p', { class: 'note' }, texts('closed')))
      return
    }
    place.replaceChildren(make('h3', { part: 'heading' }, texts('write')), this.#form())
    place.append(
      make(
        'p',
        { class: 'note' },
        make('button', { type: 'button', class: 'link', part: 'action' }, texts('moderate')),
      ),
    )
    place.querySelector('.link')?.addEventListener('click', () => this.#moderate())
    void this.#checkOrigin(place)
  }

  /**
   * Fetches the stamp of a form. The request has this page's origin, so a wrong one is reported
   * before the reader types anything.
   */
  async #checkOrigin(place: Element): Promise<void> {
    try {
      await this.#fetchStamp()
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return
      const text = this.shown.texts('wrongOrigin', { origin: location.origin, blog: origin })
      place.replaceChildren(make('p', { class: 'fault', role: 'alert' }, text))
    }
  }

  async #fetchStamp(): Promise<string> {
    if (this.#stamp && Date.now() - this.#stamp.at < stampMsMax) return this.#stamp.text
    const query = new URLSearchParams({ slug: this.shown.thread.slug })
    const { stamp } = await request<{ stamp: string }>(`/api/comment-stamp?${query}`)
    this.#stamp = { text: stamp, at: Date.now() }
    return stamp
  }

  /** Shows the reader's held comments and adds buttons to their own comments. */
  #showOwn(): void {
    const { root, thread } = this.shown
    const key = `own:${thread.slug}` as const
    const own = read(key) ?? {}
    for (const [id, comment] of Object.entries(own)) {
      const article = root.getElementById(`comment-${id}`)
      const footer = article?.querySelector('footer')
      if (footer) {
        footer.append(...this.#tools(Number(id), comment))
        if (comment.pending) store(key, { ...own, [id]: { ...comment, pending: false } })
      } else if (comment.pending && !article) this.#showPending(Number(id), comment)
      else if (!thread.next_cursor) {
        const { [id]: _, ...others } = read(key) ?? {}
        store(key, others)
      }
    }
  }

  #showPending(id: number, comment: OwnComment): void {
    const { root, texts } = this.shown
    const parent = root.getElementById(`comment-${comment.parent_id}`)?.parentElement
    let list = parent ? parent.querySelector(':scope > ol') : root.querySelector('ol')
    if (!list) {
      list = make('ol')
      parent?.append(list)
    }
    const article = make(
      'article',
      { id: `comment-${id}`, part: 'comment', class: 'pending', tabindex: '-1' },
      make(
        'header',
        {},
        make('b', { part: 'author', dir: 'auto' }, comment.author_name),
        make('span', { class: 'badge', part: 'badge' }, texts('pending')),
      ),
      make('p', { class: 'body plain', dir: 'auto' }, comment.content),
      make('footer', {}, ...this.#tools(id, comment)),
    )
    list.append(make('li', {}, article))
  }

  #tools(id: number, own: OwnComment): HTMLElement[] {
    const { texts } = this.shown
    const remove = make('button', { type: 'button', part: 'action' }, texts('delete'))
    remove.addEventListener('click', () => this.#confirmDeletion(id, own, remove))
    if (Date.now() - Date.parse(own.created_at) > editMsMax) return [remove]
    const edit = make('button', { type: 'button', part: 'action' }, texts('edit'))
    edit.addEventListener('click', () => {
      this.#open(edit, this.#form({ edited: { id, own }, opener: edit }))
    })
    return [edit, remove]
  }

  #confirmDeletion(id: number, own: OwnComment, opener: HTMLElement): void {
    const { texts, thread } = this.shown
    const confirm = make('button', { type: 'button', class: 'primary' }, texts('delete'))
    const cancel = make('button', { type: 'button' }, texts('cancel'))
    const box = make(
      'p',
      { class: 'buttons', role: 'group' },
      texts('confirmDeletion'),
      confirm,
      cancel,
    )
    cancel.addEventListener('click', () => {
      box.remove()
      opener.focus()
    })
    confirm.addEventListener('click', async () => {
      try {
        await request(`/api/comments/${id}`, {
          method: 'DELETE',
          headers: { Authorization: `Bearer ${own.token}` },
        })
        const { [id]: _, ...others } = read(`own:${thread.slug}`) ?? {}
        store(`own:${thread.slug}`, others)
        await this.shown.reload()
        this.#announce(texts('deletedOwn'))
      } catch (error) {
        box.prepend(make('span', { class: 'fault', role: 'alert' }, this.#textOf(error)))
      }
    })
    this.#open(opener, box)
    cancel.focus()
  }

  #reply(button: HTMLElement, parentId: number): void {
    this.#open(button, this.#form({ parentId, opener: button }))
  }

  /** Shows a form below the buttons of a comment, or closes it again. Only one is open. */
  #open(opener: HTMLElement, content: HTMLElement): void {
    const wasOpen = this.#opened?.opener === opener && this.#opened.content.isConnected
    this.#opened?.content.remove()
    if (wasOpen) return
    this.#opened = { opener, content }
    opener.closest('footer')?.after(content)
    content.querySelector<HTMLElement>('textarea')?.focus()
  }

  async #report(button: HTMLButtonElement, id: number): Promise<void> {
    const { texts } = this.shown
    if (!window.confirm(texts('confirmReport'))) return
    try {
      await send('POST', `/api/comments/${id}/report`, {})
      button.replaceWith(make('span', { role: 'status' }, texts('reported')))
    } catch (error) {
      this.#announce(this.#textOf(error))
    }
  }

  /** Opens the admin area in a window of its own: cookies of other sites are blocked here. */
  #moderate(): void {
    const { thread } = this.shown
    const path = `/admin/comments?${new URLSearchParams({ post: thread.slug })}`
    const opened = window.open(origin + path, 'afterword', 'width=900,height=800')
    if (!opened) return
    addEventListener('focus', () => void this.shown.reload(), { once: true })
  }

  #form({
    parentId,
    edited,
    opener,
  }: {
    parentId?: number
    edited?: { id: number; own: OwnComment }
    opener?: HTMLElement
  } = {}): HTMLFormElement {
    const { texts, thread } = this.shown
    const draft = `draft:${thread.slug}${parentId ? `#${parentId}` : ''}` as const
    const author = read('author')
    const name = fieldOf('name', 'author_name', texts('name'), {
      autocomplete: 'name',
      required: true,
      value: author?.name ?? '',
    })
    const email = fieldOf('email', 'author_email', texts('email'), {
      autocomplete: 'email',
      type: 'email',
      value: author?.email ?? '',
    })
    const area = make('textarea', {
      name: 'content',
      rows: 5,
      required: true,
      dir: 'auto',
      part: 'field',
      'aria-label': texts('comment'),
      placeholder: texts('comment'),
    })
    area.value = edited?.own.content ?? read(draft) ?? ''
    const preview = make('div', { class: 'body preview', hidden: true, dir: 'auto', tabindex: '0' })
    const show = make('button', { type: 'button', 'aria-pressed': 'false' }, texts('preview'))
    const submit = make(
      'button',
      { class: 'primary', part: 'button' },
      texts(edited ? 'save' : parentId ? 'submitReply' : 'submit'),
    )
    const cancel = opener && make('button', { type: 'button' }, texts('cancel'))
    const message = make('p', { role: 'alert', class: 'fault' })
    const form = make(
      'form',
      { part: 'form', novalidate: true },
      !edited && make('div', { class: 'author' }, name.label, email.label),
      // A honeypot: invisible and unreachable for people, but filled in by bots.
      !edited &&
        make('input', {
          name: 'website',
          class: 'trap',
          tabindex: '-1',
          'aria-hidden': 'true',
          autocomplete: 'off',
        }),
      area,
      preview,
      message,
      make('div', { class: 'buttons' }, submit, cancel, show, make('small', {}, texts('hint'))),
    )
    const close = () => {
      form.remove()
      opener?.focus()
    }
    cancel?.addEventListener('click', close)
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && opener) close()
    })
    area.addEventListener('input', () => {
      if (!edited) store(draft, area.value || undefined)
    })
    show.addEventListener('click', async () => {
      const isShown = preview.hidden
      try {
        if (isShown) {
          const { html } = await send<{ html: string }>('POST', '/api/comments/preview', {
            slug: thread.slug,
            content: area.value,
          })
          preview.replaceChildren(fromHtml(html))
        }
      } catch (error) {
        message.textContent = this.#textOf(error)
        return
      }
      preview.hidden = !isShown
      area.hidden = isShown
      show.setAttribute('aria-pressed', String(isShown))
    })
    // Repeating a request with the same key and body adds no second comment.
    let attempt = { body: '', key: '' }
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (submit.ariaDisabled === 'true') return
      submit.ariaDisabled = 'true'
      message.textContent = ''
      for (const field of form.querySelectorAll('[aria-invalid]'))
        field.removeAttribute('aria-invalid')
      try {
        if (edited) await this.#edit(edited, area.value)
        else {
          const fields = {
            slug: thread.slug,
            content: area.value,
            author_name: name.input.value,
            author_email: email.input.value,
            ...(parentId && { parent_id: parentId }),
            title: this.shown.element.getAttribute('title') ?? document.title,
          }
          const body = JSON.stringify(fields)
          if (attempt.body !== body) attempt = { body, key: newKey() }
          const trap = form.querySelector<HTMLInputElement>('.trap')?.value
          await this.#add({ ...fields, website: trap }, attempt.key)
          store(draft, undefined)
        }
      } catch (error) {
        submit.ariaDisabled = 'false'
        message.textContent = this.#textOf(error)
        this.#markFaults(form, error)
      }
    })
    return form
  }

  async #add(
    fields: {
      slug: string
      content: string
      author_name: string
      author_email: string
      parent_id?: number | undefined
      website?: string | undefined
    },
    key: string,
  ): Promise<void> {
    const { texts, thread } = this.shown
    const stamp = await this.#fetchStamp().catch(() => undefined)
    type Added = ThreadComment & { status: 'published' | 'pending'; edit_token?: string }
    const added = await send<Added>(
      'POST',
      '/api/comments',
      { ...fields, stamp },
      { 'Idempotency-Key': key },
    )
    store('author', { name: fields.author_name, email: fields.author_email })
    const { edit_token: token, status, id, created_at } = added
    if (isString(token))
      store(`own:${thread.slug}`, {
        ...read(`own:${thread.slug}`),
        [id]: {
          token,
          content: fields.content,
          author_name: fields.author_name,
          parent_id: fields.parent_id ?? null,
          created_at,
          pending: status === 'pending',
        },
      })
    await this.shown.reload(id)
    this.#announce(texts(status === 'pending' ? 'held' : 'published'))
  }

  async #edit({ id, own }: { id: number; own: OwnComment }, content: string): Promise<void> {
    const { texts, thread } = this.shown
    await send(
      'PATCH',
      `/api/comments/${id}`,
      { content },
      { Authorization: `Bearer ${own.token}` },
    )
    store(`own:${thread.slug}`, { ...read(`own:${thread.slug}`), [id]: { ...own, content } })
    await this.shown.reload(id)
    this.#announce(texts('changed'))
  }

  #textOf(error: unknown): string {
    const { texts } = this.shown
    if (!(error instanceof ApiError)) return texts('connectionLost')
    const { errors = [], detail } = error.problem
    return errors.length > 0
      ? errors.map(({ message }) => message).join(' ')
      : (detail ?? texts('connectionLost'))
  }

  #markFaults(form: HTMLFormElement, error: unknown): void {
    const faults = error instanceof ApiError ? (error.problem.errors ?? []) : []
    const fields = faults.flatMap(
      ({ field }) => form.querySelector<HTMLElement>(`[name="${field}"]`) ?? [],
    )
    for (const field of fields) field.setAttribute('aria-invalid', 'true')
    fields[0]?.focus()
  }

  #announce(text: string): void {
    const status = this.shown.root.getElementById('status')
    if (status) status.textContent = text
  }
}

function fieldOf(
  kind: string,
  name: string,
  label: string,
  attributes: Record<string, string | boolean>,
) {
  const input = make('input', { name, part: 'field', ...attributes })
  return { input, label: make('label', { class: kind }, label, input) }
}

/** Returns an idempotency key. `randomUUID` requires a secure context. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-')
