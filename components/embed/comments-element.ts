import { shortDay } from '@/components/ui/day-format'
import { button, make } from '@/components/ui/make-element'
import { onceNear } from '@/components/ui/once-near'
import type { Thread, ThreadComment } from '@/lib/client'
import { directionOf } from '@/lib/settings/language'
import { origin, request, threadPage } from './api'
import style from './comments.css?inline'
import { PageElement, slugOf } from './page'
import { parseHtml } from './parse-html'
import { sheetOf } from './sheet-of'
import { loadTexts, type Texts } from './texts'
import type { ShownThread } from './writing'

const sheet = sheetOf(style)

/** Maximum pages of a thread loaded to find a comment, and top-level comments on each. */
const pagesMax = 20
const commentsPerPage = 200

/**
 * `<afterword-comments>` shows the comments of a page and, once they are near the viewport, loads
 * the code for likes and forms. Its children are shown until the thread has been loaded.
 */
export class CommentsElement extends PageElement {
  static observedAttributes = ['slug', 'url', 'lang']
  #hash = ''

  protected override update(): void {
    const slug = slugOf(this)
    const { hash } = location
    const isOther = slug !== this.pageSlug
    if (!isOther && hash === this.#hash) return
    this.#hash = hash
    const wanted = Number(/^#comment-(\d+)$/.exec(hash)?.[1] ?? 0)
    if (isOther) {
      this.pageSlug = slug
      this.shadowRoot?.replaceChildren(make('slot'))
    } else if (this.#focus(wanted)) return
    const shown = isOther || wanted !== 0 ? this.#show(wanted) : Promise.resolve()
    const followed = shown.then(() => {
      if (!this.#focus(wanted)) return this.#followOldLink(slug)
    })
    followed.catch((error) => {
      console.warn(error)
      const retry = () => {
        this.pageSlug = ''
        if (this.isConnected) this.update()
      }
      addEventListener('online', retry, { once: true })
    })
  }

  /** Shows the thread up to a comment or further, with at least `countMin` comments. */
  async #show(wanted: number, countMin = 0): Promise<void> {
    const slug = this.pageSlug
    const thread = await request<Thread>(`/api/threads?${new URLSearchParams({ slug })}`)
    for (let page = 1; page < pagesMax && thread.next_cursor !== null; page++) {
      const isFound = wanted === 0 || thread.comments.some(({ id }) => id === wanted)
      if (isFound && thread.comments.length >= countMin) break
      await loadMore(thread, commentsPerPage)
    }
    const texts = await loadTexts(this.lang || thread.language)
    if (slug !== this.pageSlug) return
    this.#render(thread, texts)
    if (wanted !== 0) this.#focus(wanted)
  }

  /** Follows a link to a comment in the system from which the thread was imported. */
  async #followOldLink(slug: string): Promise<void> {
    const anchor = location.hash.slice(1)
    // The fragment of a heading is percent-encoded unless its id is in ASCII.
    if (!anchor || document.getElementById(anchor) || document.querySelector(':target')) return
    const query = new URLSearchParams({ slug, anchor })
    const found = await request<{ id: number }>(`/api/comments/anchors?${query}`).catch(() => null)
    if (found && !this.#focus(found.id)) await this.#show(found.id)
  }

  #render(thread: Thread, texts: Texts): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    if (root.adoptedStyleSheets.length === 0) root.adoptedStyleSheets = [sheet]
    const mayReply = thread.open && !this.hasAttribute('readonly')
    const list = listOf(thread.comments, thread, texts, mayReply)
    const place = make('div', { id: 'write' })
    const { language } = texts
    // English on a page in another language follows the direction of that page.
    const dir = language === 'en' ? undefined : directionOf(language)
    const inLanguage = { lang: language, dir }
    const section = make(
      'section',
      { part: 'thread', ...inLanguage, 'aria-label': texts('label') },
      make('h2', { part: 'heading', tabindex: '-1' }, texts('count', { count: thread.count })),
      list,
      place,
    )
    const shown: ShownThread = {
      element: this,
      root,
      section,
      thread,
      texts,
      parseHtml,
      focus: (id) => void this.#focus(id),
      reload: async (id) => {
        await this.#show(id ?? 0, thread.comments.length)
        if (id === undefined) root.querySelector('h2')?.focus()
      },
    }
    if (thread.next_cursor !== null) list.after(this.#moreButton(shown, list, mayReply))
    const old = root.querySelector('section')
    // The live region stays, so that screen readers announce its changes.
    if (old) old.replaceWith(section)
    else root.replaceChildren(section, make('p', { role: 'status', id: 'status', ...inLanguage }))
    section.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element && target.closest<HTMLElement>('[data-do]')
      if (pressed) void write(shown, pressed)
    })
    if (!thread.open) place.append(make('p', { class: 'note' }, texts('closed')))
    else if (!mayReply) place.append(make('a', { href: threadPage(thread) }, texts('write')))
    onceNear(section, () => void write(shown))
  }

  #moreButton(shown: ShownThread, list: Element, mayReply: boolean): HTMLElement {
    const { thread, texts } = shown
    const more = button(texts('more'), { class: 'more', part: 'button' }, async () => {
      const start = thread.comments.length
      more.disabled = true
      await loadMore(thread).catch(console.warn)
      more.disabled = false
      const added = thread.comments.slice(start)
      list.append(...listOf(added, thread, texts, mayReply).children)
      if (thread.next_cursor === null) more.remove()
      if (added[0]) this.#focus(added[0].id)
      void write(shown)
    })
    return more
  }

  /** Returns false if the comment is not shown. */
  #focus(id: number): boolean {
    const comment = this.shadowRoot?.getElementById(`comment-${id}`)
    if (!comment) return false
    // Expands its branch and those around it.
    for (let fold = foldOf(comment); fold; fold = foldOf(comment)) fold.click()
    // Focusable only temporarily, because a click must not focus a comment.
    comment.tabIndex = -1
    comment.addEventListener('blur', () => comment.removeAttribute('tabindex'), { once: true })
    comment.focus({ preventScroll: true })
    comment.scrollIntoView({ block: 'center' })
    return true
  }
}

/** Returns the button of the innermost collapsed branch that contains a comment. */
const foldOf = (comment: Element) => {
  const sibling = comment.closest('[hidden]')?.previousElementSibling
  return sibling instanceof HTMLElement ? sibling : undefined
}

/** Loads the writing part, and then performs a button's action. */
async function write(shown: ShownThread, pressed?: HTMLElement): Promise<void> {
  try {
    const { startWriting }: typeof import('./writing') = await import(origin + WRITING_PATH)
    if (shown.section.isConnected) startWriting(shown, pressed)
  } catch (error) {
    console.warn(error)
    const link = make('a', { href: threadPage(shown.thread) }, shown.texts('write'))
    if (shown.thread.open) shown.root.getElementById('write')?.replaceChildren(link)
  }
}

/** Adds the next page to a thread. */
async function loadMore(thread: Thread, limit = 50): Promise<void> {
  const { slug, next_cursor } = thread
  const query = new URLSearchParams({ slug, cursor: next_cursor ?? '', limit: String(limit) })
  const next = await request<Thread>(`/api/threads?${query}`)
  thread.comments.push(...next.comments)
  thread.next_cursor = next.next_cursor
}

/** Returns nested lists of comments in display order. */
function listOf(comments: ThreadComment[], thread: Thread, texts: Texts, mayReply: boolean) {
  const top = make('ol', { part: 'list' })
  const lists = [top]
  for (const comment of comments) {
    const item = make('li', {}, articleOf(comment, thread.comments, texts, mayReply))
    const parent = lists[comment.depth - 1] ?? top
    parent.append(item)
    const replies = make('ol')
    item.append(make('div', {}, replies))
    lists.splice(comment.depth, lists.length, replies)
  }
  for (const list of top.querySelectorAll('ol:empty')) list.parentElement?.remove()
  return top
}

function articleOf(comment: ThreadComment, all: ThreadComment[], texts: Texts, mayReply: boolean) {
  const { author_name: name, badge, created_at } = comment
  const id = `comment-${comment.id}`
  const article = make('article', { id, part: 'comment' })
  if (comment.deleted) {
    article.className = 'deleted'
    article.append(texts('deleted'))
    return article
  }
  const answered =
    comment.reply_to !== comment.parent_id && all.find((one) => one.id === comment.reply_to)
  const format = { ...shortDay, hour: 'numeric', minute: '2-digit', calendar: 'gregory' } as const
  const time = make(
    'time',
    { datetime: created_at },
    new Date(created_at).toLocaleString(texts.language, format),
  )
  const body = make('div', { class: 'body', part: 'body', dir: 'auto' })
  body.append(parseHtml(comment.html))
  const action = (act: 'reply' | 'report') =>
    button(texts(act), {
      'data-do': act,
      'data-id': comment.id,
      'aria-label': texts(act === 'reply' ? 'replyTo' : 'reportOf', { name }),
    })
  article.append(
    make(
      'header',
      {},
      // The writing part fills it in.
      make('span', { class: 'avatar', part: 'avatar', 'aria-hidden': 'true' }),
      make('b', { part: 'author', dir: 'auto' }, name),
      badge !== null && make('span', { class: 'badge', part: 'badge' }, texts(badge)),
      comment.pinned && make('span', { class: 'badge', part: 'badge' }, texts('pinned')),
      make('a', { href: `#${id}` }, time),
      comment.edited_at !== null && make('span', {}, texts('edited')),
      answered &&
        make(
          'a',
          { href: `#comment-${answered.id}` },
          texts('inReplyTo', { name: answered.author_name }),
        ),
    ),
    body,
    make('footer', {}, mayReply && action('reply'), action('report')),
  )
  return article
}
