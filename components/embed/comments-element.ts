import { origin, request, type Thread, type ThreadComment } from './api'
import style from './comments.css?inline'
import { fromHtml, make } from './dom'
import { onNavigate, slugOf } from './page'
import { directionOf, loadTexts, type Texts } from './texts'

/** What the writing part needs of the thread that is shown. */
export type ShownThread = {
  element: CommentsElement
  root: ShadowRoot
  thread: Thread
  texts: Texts
  /** Loads the thread again, and then shows and focuses a comment. */
  reload: (focusedId?: number) => Promise<void>
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Pages of a thread that are loaded to find the comment that the address names. */
const pagesMax = 20

/**
 * `<afterword-comments>` shows the comments of a page and, once the reader wants to write, loads
 * the forms. Its children are shown until the thread has been loaded.
 */
export class CommentsElement extends HTMLElement {
  static observedAttributes = ['slug', 'url', 'theme', 'lang']
  #slug = ''
  #stopNavigation = () => {}
  #writing: Promise<typeof import('./writing')> | undefined

  connectedCallback(): void {
    this.#stopNavigation = onNavigate(() => this.#update())
    this.#update()
  }

  disconnectedCallback(): void {
    this.#stopNavigation()
    this.#slug = ''
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected || this.#slug === '') return
    if (name === 'lang') this.#slug = ''
    this.#update()
  }

  #update(): void {
    const slug = slugOf(this)
    if (slug === this.#slug) return
    this.#slug = slug
    this.#show(slug).catch((error) => {
      console.warn(`afterword: the comments of ${slug} could not be loaded`, error)
      this.#showError()
    })
  }

  async #show(slug: string): Promise<void> {
    const thread = await request<Thread>(`/api/threads?${new URLSearchParams({ slug })}`)
    const texts = await loadTexts(this.lang || thread.language)
    const wanted = Number(/^#comment-(\d+)$/.exec(location.hash)?.[1])
    for (let page = 1; page < pagesMax && wanted && thread.next_cursor; page++) {
      if (thread.comments.some(({ id }) => id === wanted)) break
      await loadMore(thread)
    }
    if (slug !== this.#slug) return
    this.#render(thread, texts)
    if (wanted) this.#focus(wanted)
  }

  /** Shows a thread. The writing part adds its forms and the reader's own tools. */
  #render(thread: Thread, texts: Texts): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const shown: ShownThread = {
      element: this,
      root,
      thread,
      texts,
      reload: async (id) => {
        await this.#show(thread.slug)
        if (id) this.#focus(id)
      },
    }
    const write = () => void this.#write(shown)
    const { language } = texts
    const section = make(
      'section',
      { part: 'thread', lang: language, dir: directionOf(language), 'aria-label': texts('label') },
      make('h2', { part: 'heading' }, texts('count', { count: thread.count })),
      listOf(thread.comments, texts),
      thread.next_cursor !== null &&
        make('button', { type: 'button', class: 'more', part: 'button' }, texts('more')),
      make('div', { id: 'write' }),
      make('p', { role: 'status', id: 'status' }),
    )
    section.querySelector('.more')?.addEventListener('click', () => {
      void loadMore(thread).then(() => this.#render(thread, texts), console.warn)
    })
    root.replaceChildren(section)
    // The forms are loaded when the reader comes near them or uses a button of a comment.
    root.addEventListener('click', write, { once: true })
    const place = root.getElementById('write')
    if (!place) return
    new IntersectionObserver(
      ([entry], observer) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        write()
      },
      { rootMargin: '400px' },
    ).observe(place)
  }

  async #write(shown: ShownThread): Promise<void> {
    this.#writing ??= import('./writing')
    const { startWriting } = await this.#writing
    startWriting(shown)
  }

  #focus(id: number): void {
    const comment = this.shadowRoot?.getElementById(`comment-${id}`)
    comment?.focus({ preventScroll: true })
    comment?.scrollIntoView({ block: 'center' })
  }

  /** The children stay visible, with a note of the error. */
  #showError(): void {
    if (this.shadowRoot) return
    const retry = make('button', { type: 'button' }, '↻')
    retry.addEventListener('click', () => {
      this.#slug = ''
      this.#update()
    })
    retry.title = 'Comments could not be loaded. Try again.'
    this.attachShadow({ mode: 'open' }).append(make('slot'), make('p', {}, retry))
  }
}

/** Adds the next page to a thread. */
async function loadMore(thread: Thread): Promise<void> {
  const query = new URLSearchParams({ slug: thread.slug, cursor: thread.next_cursor ?? '' })
  const next = await request<Thread>(`/api/threads?${query}`)
  thread.comments.push(...next.comments)
  thread.next_cursor = next.next_cursor
}

/** Returns nested lists for comments in display order. */
function listOf(comments: ThreadComment[], texts: Texts): HTMLOListElement {
  const top = make('ol', { part: 'list' })
  const lists = [top]
  for (const comment of comments) {
    const item = make('li', {}, articleOf(comment, comments, texts))
    const list = lists[comment.depth - 1] ?? top
    list.append(item)
    const replies = make('ol', {})
    item.append(replies)
    lists.splice(comment.depth, lists.length, replies)
  }
  for (const list of top.querySelectorAll('ol:empty')) list.remove()
  return top
}

function articleOf(comment: ThreadComment, all: ThreadComment[], texts: Texts): HTMLElement {
  const id = `comment-${comment.id}`
  if (comment.deleted)
    return make(
      'article',
      { id, part: 'comment', class: 'deleted', tabindex: '-1' },
      texts('deleted'),
    )
  const answered = all.find((one) => one.id === comment.reply_to)
  const created = new Date(comment.created_at)
  const body = make('div', { class: 'body', part: 'body', dir: 'auto' })
  body.append(fromHtml(comment.html))
  return make(
    'article',
    { id, part: 'comment', tabindex: '-1' },
    make(
      'header',
      {},
      avatarOf(comment.author_name),
      make('b', { part: 'author', dir: 'auto' }, comment.author_name),
      comment.badge !== null &&
        make('span', { class: 'badge', part: 'badge' }, texts(comment.badge)),
      comment.pinned && make('span', { class: 'badge', part: 'badge' }, texts('pinned')),
      make(
        'a',
        { href: `#${id}` },
        make(
          'time',
          { datetime: comment.created_at, title: created.toLocaleString(texts.language) },
          created.toLocaleDateString(texts.language, { dateStyle: 'medium' }),
        ),
      ),
      comment.edited_at !== null && make('span', {}, texts('edited')),
      answered &&
        comment.reply_to !== comment.parent_id &&
        make(
          'a',
          { href: `#comment-${answered.id}` },
          texts('inReplyTo', { name: answered.author_name }),
        ),
    ),
    body,
    make(
      'footer',
      {},
      make(
        'button',
        {
          type: 'button',
          part: 'action',
          'data-reply': comment.id,
          'aria-label': texts('replyTo', { name: comment.author_name }),
        },
        texts('reply'),
      ),
      make(
        'button',
        {
          type: 'button',
          part: 'action',
          'data-report': comment.id,
          'aria-label': texts('reportOf', { name: comment.author_name }),
        },
        texts('report'),
      ),
    ),
  )
}

function avatarOf(name: string): HTMLElement {
  const attributes = { class: 'avatar', part: 'avatar', 'aria-hidden': 'true' }
  const avatar = make('span', attributes, initialOf(name))
  // A policy may forbid `style` attributes, but not this.
  avatar.style.setProperty('--hue', String(hueOf(name)))
  return avatar
}

/** Returns a hue in degrees that is always the same for a name. */
function hueOf(name: string): number {
  let hash = 0
  for (const character of name.normalize('NFC').toLowerCase())
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return (hash % 12) * 30
}

const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? ''

/** The address of the blog's own page of a thread, which works without this script. */
export const threadPage = (slug: string): string =>
  `${origin}/threads/${slug.split('/').map(encodeURIComponent).join('/')}`
