/**
 * Avatars, likes, collapsible branches, links and forms of the embed. Loaded when the reader nears
 * a thread.
 */

import { charactersLeft, countedBelow } from '@/components/comments/characters-left'
import { addQuote } from '@/components/comments/format-markdown'
import { hueOf, initialsOf } from '@/components/comments/name-picture'
import { selectedText } from '@/components/comments/selected-text'
import { type Attributes, button, make } from '@/components/ui/make-element'
import { newKey } from '@/components/ui/new-key'
import { onceNear } from '@/components/ui/once-near'
import { isPlainClick } from '@/components/ui/plain-click'
import type { AddedComment, NewComment, Thread } from '@/lib/client'
import { hostOfSlug, isPageSlug } from '@/lib/threads/thread-slug'
import { ApiError, origin, request, send, threadPage } from './api'
import { makeFormatToolbar } from './format-toolbar'
import type { parseHtml } from './parse-html'
import { sheetOf } from './sheet-of'
import { type OwnComment, pageId, read, store } from './stored'
import type { Texts } from './texts'
import style from './writing.css?inline'

const sheet = sheetOf(style)

/** Milliseconds for which authors can edit a comment. */
const editMsMax = 15 * 60_000
/** Milliseconds after which a held comment that was never published is no longer shown. */
const pendingMsMax = 30 * 24 * 3_600_000
/** Milliseconds after which a stamp is renewed, well below its lifetime of a day. */
const stampMsMax = 6 * 3_600_000
/** Milliseconds to wait for a stamp before a form is opened or sent without one. */
const stampWaitMs = 5_000

/** A thread that has been rendered. */
export type ShownThread = {
  element: Element
  root: ShadowRoot
  section: HTMLElement
  thread: Thread
  texts: Texts
  /** Reloads the thread, then focuses a comment or, without an id, the heading. */
  reload: (focusedId?: number) => Promise<void>
  focus: (id: number) => void
  parseHtml: typeof parseHtml
}

type FormOptions = {
  parentId?: number
  edited?: { id: number; own: OwnComment }
  /** The button that opens and closes the form; absent for the permanent form. */
  opener?: HTMLElement
}

const started = new WeakMap<Element, Writing>()

/**
 * Adds forms and the reader's own tools to a thread that has been rendered.
 * @param pressed the button whose action is performed next
 */
export function startWriting(shown: ShownThread, pressed?: HTMLElement): void {
  const { root, section } = shown
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
  const writing = started.get(section) ?? new Writing(shown)
  started.set(section, writing)
  writing.showTools()
  if (pressed) void writing.act(pressed)
}

/**
 * Follows a link to another comment of the thread. In a page with a `base` element, browsers would
 * resolve it against another address.
 */
function followLink(event: MouseEvent): void {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('a[href^="#"]')
      : undefined
  if (!link || !isPlainClick(event)) return
  event.preventDefault()
  location.hash = link.hash
}

/** Numbers the forms, so that the ids of their fields are unique within the shadow root. */
let formCount = 0

/** The response to a like. */
type Like = { slug: string; likes: number; liked: boolean }

class Writing {
  /** The server's signed time of the first use of a form, and when it was fetched. */
  #stamp: { text: string; at: number } | undefined
  #opened: { opener: HTMLElement; content: HTMLElement } | undefined
  #mayWrite: Promise<boolean> | undefined

  constructor(readonly shown: ShownThread) {
    shown.section.addEventListener('click', followLink)
    const place = shown.root.getElementById('write')
    if (place) onceNear(place, () => void this.#prepare(place))
  }

  /** Adds the form for a new comment, once. Resolves to false if this page may not write. */
  #prepare(place = this.shown.root.getElementById('write')): Promise<boolean> {
    const { thread, texts, element } = this.shown
    if (!place || !thread.open || element.hasAttribute('readonly')) return Promise.resolve(true)
    if (this.#mayWrite) return this.#mayWrite
    place.replaceChildren(
      make('h3', { part: 'heading' }, texts('write')),
      this.#form(),
      make('p', { class: 'note' }, button(texts('moderate'), { 'data-do': 'moderate' })),
    )
    this.#mayWrite = this.#checkOrigin(place)
    return this.#mayWrite
  }

  /** Performs the action that a button names in `data-do`. */
  async act(pressed: HTMLElement): Promise<void> {
    if (pressed.dataset.do === 'moderate') return this.#moderate()
    const quoted = this.#selectedText(pressed.closest('article'))
    if (!(await this.#prepare())) return
    const id = Number(pressed.dataset.id)
    if (pressed.dataset.do === 'report') return this.#confirmReport(pressed, id)
    const form = this.#form({ parentId: id, opener: pressed })
    this.#open(pressed, form)
    const area = form.querySelector('textarea')
    if (quoted !== '' && area?.isConnected) addQuote(area, quoted)
  }

  #selectedText(comment: Element | null): string {
    const { root } = this.shown
    return selectedText(root.getSelection?.() ?? getSelection(), comment, '.body')
  }

  /**
   * Fetches the stamp of a form. The request has this page's origin, so a wrong one is reported
   * before the reader types anything.
   */
  async #checkOrigin(place: Element): Promise<boolean> {
    try {
      await this.#fetchStamp()
      return true
    } catch (error) {
      // Without a stamp, a comment is screened more strictly.
      if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) return true
      const { texts, thread, section } = this.shown
      const text = isPageSlug(thread.slug) ? 'wrongOrigin' : 'wrongOriginOfPost'
      for (const unusable of section.querySelectorAll('footer [data-do], .like')) unusable.remove()
      place.replaceChildren(
        make('p', { class: 'error', role: 'alert' }, texts(text, this.#missingOrigin())),
        make('p', {}, make('a', { href: threadPage(thread) }, texts('write'))),
      )
      return false
    }
  }

  /** Returns what the owner has to set: the origins of this page and of its canonical URL. */
  #missingOrigin(): { origin: string; blog: string } {
    const { slug } = this.shown.thread
    const host = isPageSlug(slug) ? hostOfSlug(slug) : location.host
    const canonical = `${location.protocol}//${host}`
    return { origin: [...new Set([location.origin, canonical])].join(', '), blog: origin }
  }

  async #fetchStamp(): Promise<string> {
    if (this.#stamp && Date.now() - this.#stamp.at < stampMsMax) return this.#stamp.text
    const query = new URLSearchParams({ slug: this.shown.thread.slug })
    const { stamp } = await request<{ stamp: string }>(`/api/comment-stamp?${query}`, {
      signal: AbortSignal.timeout(stampWaitMs),
    })
    this.#stamp = { text: stamp, at: Date.now() }
    return stamp
  }

  /** Adds the actions to all comments, including those added since the last call. */
  showTools(): void {
    this.#showAvatars()
    this.#showOwn()
    const { thread, element } = this.shown
    if (thread.reactions && !element.hasAttribute('readonly')) this.#showLikes()
    this.#foldBranches()
  }

  #showAvatars(): void {
    const { root, thread } = this.shown
    for (const { id, author_name } of thread.comments) {
      const avatar = root.querySelector<HTMLElement>(`#comment-${id} > header > .avatar`)
      if (!avatar) continue
      avatar.textContent = initialsOf(author_name)
      // A policy may forbid `style` attributes, but not this.
      avatar.style.setProperty('--hue', `${hueOf(author_name)}`)
    }
  }

  #showLikes(): void {
    const { root, section, thread, texts } = this.shown
    if (!section.querySelector('.of-page')) {
      const like = this.#likeButton(pageId, texts('likePost'), thread.likes)
      like.classList.add('of-page')
      section.querySelector('h2')?.after(like)
    }
    for (const { id, likes, author_name: name } of thread.comments) {
      const footer = root.querySelector(`#comment-${id} > footer`)
      if (footer && !footer.querySelector('.like'))
        footer.append(this.#likeButton(id, texts('like', { name }), likes))
    }
  }

  /** Returns a button that likes a comment, or the page. */
  #likeButton(id: number, label: string, likes: number): HTMLElement {
    const { thread, texts } = this.shown
    let isLiked = false
    const like = button('', { class: 'like' }, async () => {
      try {
        const comment = id === pageId ? undefined : id
        const body = { ...this.#page(), comment, liked: !isLiked }
        const saved = await send<Like>('POST', '/api/likes', body)
        // A like of a page without a thread creates one, perhaps under another slug.
        thread.slug = saved.slug
        store(`likes:${saved.slug}`, saved.liked ? [...others(), id] : others())
        show(saved.liked, saved.likes)
      } catch (error) {
        this.#announce(this.#textOf(error))
      }
    })
    const show = (liked: boolean, likes: number) => {
      isLiked = liked
      const number = likes > 0 ? ` ${likes.toLocaleString(texts.language)}` : ''
      like.setAttribute('aria-pressed', String(liked))
      like.setAttribute('aria-label', label + number)
      // The variation selector prevents display as an emoji.
      like.textContent = `${liked ? '♥\ufe0e' : '♡'}${number}`
    }
    const others = () => (read(`likes:${thread.slug}`) ?? []).filter((other) => other !== id)
    const wasLiked = read(`likes:${thread.slug}`)?.includes(id) === true
    // The number in a cached response may be older than the like.
    show(wasLiked, wasLiked ? Math.max(likes, 1) : likes)
    return like
  }

  /** Returns the page as a write names it, because the first one creates its thread. */
  #page(): { slug: string; title: string; url: string } {
    const { element, thread } = this.shown
    const title = element.getAttribute('title') ?? document.title
    return { slug: thread.slug, title, url: location.href }
  }

  /** Adds a button over the line beside replies, which collapses them. */
  #foldBranches(): void {
    const { section, texts } = this.shown
    for (const replies of section.querySelectorAll<HTMLElement>('article + div > ol:first-child')) {
      const count = replies.querySelectorAll('article').length
      const attributes = { class: 'fold', 'aria-expanded': 'true' }
      const fold = button(texts('replies', { count }), attributes, () => {
        replies.hidden = !replies.hidden
        fold.setAttribute('aria-expanded', String(!replies.hidden))
      })
      replies.before(fold)
    }
  }

  /** Shows the reader's held comments, and adds buttons to their own comments. */
  #showOwn(): void {
    const { root, thread } = this.shown
    const key = `own:${thread.slug}` as const
    const own = { ...read(key) }
    for (const held of root.querySelectorAll('li:has(> .pending)')) held.remove()
    for (const [id, comment] of Object.entries(own)) {
      const article = root.getElementById(`comment-${id}`)
      const footer = article?.querySelector('footer')
      const isOld = Date.now() - Date.parse(comment.created_at) > pendingMsMax
      if (footer) {
        if (!footer.querySelector('.own')) footer.append(...this.#tools(Number(id), comment))
        own[id] = { ...comment, pending: false }
      } else if (comment.pending && !article && !isOld) this.#showPending(Number(id), comment)
      else if (article || thread.next_cursor === null) delete own[id]
    }
    store(key, Object.keys(own).length > 0 ? own : undefined)
  }

  #showPending(id: number, comment: OwnComment): void {
    const { root, section, texts } = this.shown
    const parent = root.getElementById(`comment-${comment.parent_id}`)?.parentElement
    let list = parent ? parent.querySelector(':scope > div > ol') : section.querySelector('ol')
    if (!list) {
      list = make('ol')
      parent?.append(make('div', {}, list))
    }
    const article = make(
      'article',
      { id: `comment-${id}`, part: 'comment', class: 'pending' },
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
    const remove = button(texts('delete'), { class: 'own' }, () =>
      this.#confirmDeletion(remove, id, own),
    )
    if (Date.now() - Date.parse(own.created_at) > editMsMax) return [remove]
    const edit = button(texts('edit'), { class: 'own' }, () =>
      this.#open(edit, this.#form({ edited: { id, own }, opener: edit })),
    )
    return [edit, remove]
  }

  #confirmDeletion(opener: HTMLElement, id: number, own: OwnComment): void {
    const { root, texts, thread } = this.shown
    this.#confirm(opener, texts('confirmDeletion'), texts('delete'), async () => {
      await request(`/api/comments/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${own.token}` },
      })
      const { [id]: _, ...others } = read(`own:${thread.slug}`) ?? {}
      store(`own:${thread.slug}`, others)
      const articles = [...root.querySelectorAll('article')]
      const before = articles[articles.findIndex((one) => one.id === `comment-${id}`) - 1]
      await this.#reload(before && Number(before.id.replace('comment-', '')))
      this.#announce(texts('deletedOwn'))
    })
  }

  #confirmReport(opener: HTMLElement, id: number): void {
    const { texts } = this.shown
    this.#confirm(opener, texts('confirmReport'), texts('report'), async (box) => {
      await send('POST', `/api/comments/${id}/report`, {})
      const done = make('span', { class: 'note', tabindex: '-1' }, texts('reported'))
      opener.replaceWith(done)
      box.remove()
      done.focus()
    })
  }

  /** Asks for confirmation below the buttons of a comment. */
  #confirm(
    opener: HTMLElement,
    question: string,
    label: string,
    act: (box: HTMLElement) => Promise<void>,
  ): void {
    const { texts } = this.shown
    const confirm = button(label, { class: 'primary', part: 'button' }, async () => {
      // A disabled button would lose focus.
      if (confirm.getAttribute('aria-disabled')) return
      confirm.setAttribute('aria-disabled', 'true')
      await act(box).catch((error) => {
        alert.textContent = this.#textOf(error)
        confirm.removeAttribute('aria-disabled')
      })
    })
    const cancel = button(texts('cancel'), {}, () => this.#close())
    const alert = make('p', { class: 'error', role: 'alert' })
    const attributes = { class: 'buttons confirm', role: 'group', 'aria-label': question }
    const box = make('div', attributes, make('span', {}, question), confirm, cancel, alert)
    this.#open(opener, box)
    cancel.focus()
  }

  /** Shows a form below the buttons of a comment, or closes it again. Only one is open. */
  #open(opener: HTMLElement, content: HTMLElement): void {
    const wasOpen = this.#opened?.opener === opener
    this.#close()
    if (wasOpen) return
    this.#opened = { opener, content }
    opener.setAttribute('aria-expanded', 'true')
    content.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#close()
    })
    opener.closest('footer')?.after(content)
    const fields = [...content.querySelectorAll<HTMLInputElement>('input:not(.honeypot), textarea')]
    const [first] = fields
    const field = first?.value === '' ? first : fields.at(-1)
    field?.focus()
  }

  #close(): void {
    this.#opened?.content.remove()
    this.#opened?.opener.removeAttribute('aria-expanded')
    this.#opened?.opener.focus()
    this.#opened = undefined
  }

  /** Opens the admin area in its own window, because the blog's cookies are blocked here. */
  #moderate(): void {
    const path = `/admin/comments?${new URLSearchParams({ post: this.shown.thread.slug })}`
    open(origin + path, 'afterword', 'width=900,height=800')
    addEventListener('focus', () => void this.#reload(), { once: true })
  }

  #form({ parentId, edited, opener }: FormOptions = {}): HTMLFormElement {
    const { texts, thread, parseHtml } = this.shown
    const parent = thread.comments.find(({ id }) => id === parentId)
    const draft = `draft:${thread.slug}${parentId ? `#${parentId}` : ''}` as const
    const author = read('author')
    const prefix = `f${++formCount}-`
    const control = <Tag extends 'input' | 'textarea'>(tag: Tag, name: string, more: Attributes) =>
      make(tag, { id: prefix + name, name, part: 'field', ...more })
    const name = control('input', 'author_name', {
      autocomplete: 'name',
      required: true,
      value: author?.name,
    })
    const email = control('input', 'author_email', {
      autocomplete: 'email',
      type: 'email',
      value: author?.email,
    })
    const area = control('textarea', 'content', { rows: 5, required: true, dir: 'auto' })
    area.value = edited?.own.content ?? read(draft) ?? ''
    const left = make('small', { id: `${prefix}left` })
    const countCharacters = () => {
      // An invalid field is described by its error instead.
      if (!area.hasAttribute('aria-invalid')) area.setAttribute('aria-describedby', left.id)
      const count = charactersLeft(area.value)
      const key = count < 0 ? 'charactersOver' : 'charactersLeft'
      left.textContent = count < countedBelow ? texts(key, { count: Math.abs(count) }) : ''
    }
    area.addEventListener('input', () => {
      countCharacters()
      if (!edited) store(draft, area.value || undefined)
    })
    countCharacters()
    const toolbar = makeFormatToolbar(area, texts)
    const preview = make('div', {
      class: 'body preview',
      hidden: true,
      dir: 'auto',
      tabindex: '0',
      role: 'region',
      'aria-label': texts('preview'),
    })
    const showPreview = (isShown: boolean) => {
      preview.hidden = !isShown
      area.hidden = isShown
      toolbar.hidden = isShown
      show.setAttribute('aria-pressed', String(isShown))
    }
    const show = button(texts('preview'), { 'aria-pressed': 'false' }, async () => {
      if (!preview.hidden) return showPreview(false)
      try {
        const body = { slug: thread.slug, content: area.value }
        const { html } = await send<{ html: string }>('POST', '/api/comments/preview', body)
        preview.replaceChildren(parseHtml(html))
        showPreview(true)
      } catch (error) {
        this.#showErrors(form, alert, error)
      }
    })
    const submit = make(
      'button',
      { class: 'primary', part: 'button' },
      texts(edited ? 'save' : parentId ? 'submitReply' : 'submit'),
    )
    const cancel = opener && button(texts('cancel'), {}, () => this.#close())
    const alert = make('p', { class: 'error', role: 'alert' })
    // A honeypot: invisible and unreachable for people, but filled in by bots.
    const honeypot = make('input', {
      name: 'website',
      class: 'honeypot',
      tabindex: '-1',
      'aria-hidden': 'true',
      autocomplete: 'off',
    })
    const form = make(
      'form',
      { part: 'form', novalidate: true },
      parent && make('b', {}, texts('replyTo', { name: parent.author_name })),
      !edited && honeypot,
      !edited &&
        make(
          'div',
          { class: 'author' },
          fieldOf(name, texts('name')),
          fieldOf(email, texts('email'), texts('emailHint')),
        ),
      fieldOf(area, texts('content'), texts('hint'), preview),
      make('div', { class: 'formats' }, toolbar, left),
      alert,
      make('div', { class: 'buttons' }, submit, cancel, show),
    )
    // Repeating a request with the same key and body adds no second comment.
    let attempt = { body: '', key: '' }
    const addComment = async () => {
      const fields = {
        ...this.#page(),
        content: area.value,
        author_name: name.value,
        author_email: email.value,
        ...(parentId && { parent_id: parentId }),
      }
      const body = JSON.stringify(fields)
      if (attempt.body !== body) attempt = { body, key: newKey() }
      await this.#add({ ...fields, website: honeypot.value }, attempt.key, () => {
        store(draft, undefined)
        area.value = ''
        countCharacters()
        submit.removeAttribute('aria-disabled')
      })
    }
    const sendForm = async () => {
      if (submit.getAttribute('aria-disabled')) return
      submit.setAttribute('aria-disabled', 'true')
      this.#showErrors(form, alert)
      try {
        await (edited ? this.#edit(edited, area.value) : addComment())
      } catch (error) {
        submit.removeAttribute('aria-disabled')
        showPreview(false)
        this.#showErrors(form, alert, error)
      }
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void sendForm()
    })
    return form
  }

  async #add(
    fields: NewComment & { author_email: string; website: string },
    key: string,
    onAdded: () => void,
  ): Promise<void> {
    const { texts, thread } = this.shown
    const stamp = await this.#fetchStamp().catch(() => undefined)
    const headers = { 'Idempotency-Key': key }
    const added = await send<AddedComment>('POST', '/api/comments', { ...fields, stamp }, headers)
    onAdded()
    const { content, author_name, author_email, parent_id = null } = fields
    store('author', { name: author_name, email: author_email })
    const { edit_token: token, status, id, created_at, post_slug } = added
    const pending = status === 'pending'
    // The response to the first comment on a page contains its canonical slug.
    thread.slug = post_slug
    this.#stamp = undefined
    if (token) this.#storeOwn(id, { token, content, author_name, parent_id, created_at, pending })
    await this.#showChanged(id, pending, texts(pending ? 'held' : 'published'))
  }

  #storeOwn(id: number, comment: OwnComment): void {
    const key = `own:${this.shown.thread.slug}` as const
    store(key, { ...read(key), [id]: comment })
  }

  /** Shows and focuses a comment that was added or edited. */
  async #showChanged(id: number, isPending: boolean, text: string): Promise<void> {
    if (isPending) {
      this.#close()
      this.#showOwn()
      this.shown.focus(id)
    } else await this.#reload(id)
    this.#announce(text)
  }

  /** Loads the thread again after a write, which has succeeded even if this fails. */
  async #reload(focusedId?: number): Promise<void> {
    this.#close()
    await this.shown.reload(focusedId).catch(console.warn)
  }

  async #edit({ id, own }: { id: number; own: OwnComment }, content: string): Promise<void> {
    const { texts } = this.shown
    const headers = { Authorization: `Bearer ${own.token}` }
    const { status } = await send<{ status?: 'pending' }>(
      'PATCH',
      `/api/comments/${id}`,
      { content },
      headers,
    )
    this.#storeOwn(id, { ...own, content })
    await this.#showChanged(id, own.pending, texts(status === 'pending' ? 'editHeld' : 'changed'))
  }

  #textOf(error: unknown): string {
    const { texts } = this.shown
    if (!(error instanceof ApiError)) return texts('connectionLost')
    return error.problem.detail ?? texts('failed')
  }

  /** Shows errors next to their fields, all others in the form, and focuses the first field. */
  #showErrors(form: HTMLFormElement, alert: Element, error?: unknown): void {
    for (const field of form.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
    for (const old of form.querySelectorAll('.field .error')) old.remove()
    const errors = error instanceof ApiError ? (error.problem.errors ?? []) : []
    const invalid = errors.flatMap(({ field: name, message }) => {
      const field = form.querySelector<HTMLElement>(`[name="${name}"]`)
      if (!field) return []
      const id = `${field.id}-error`
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', id)
      field.after(make('p', { class: 'error', id }, message))
      return [field]
    })
    invalid[0]?.focus()
    alert.textContent = error && invalid.length === 0 ? this.#textOf(error) : ''
  }

  #announce(text: string): void {
    const status = this.shown.root.getElementById('status')
    if (status) status.textContent = text
  }
}

/** Returns a field below its label. */
const fieldOf = (
  field: HTMLElement,
  label: string,
  hint?: string,
  below?: HTMLElement,
): HTMLElement =>
  make(
    'div',
    { class: 'field' },
    make('label', { for: field.id }, label, ' ', hint && make('small', {}, hint)),
    field,
    below,
  )
