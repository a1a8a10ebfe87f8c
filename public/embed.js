// Comments, view counts and link cards of an Afterword blog in any page: see docs/embed.md. It sets
// no styles. User-written content is inserted as text, never as HTML.
;(() => {
  const { origin } = new URL(document.currentScript.src)

  const request = async (path, init) => {
    const response = await fetch(origin + path, init)
    const body = await response.json()
    if (!response.ok) throw body
    return { body, headers: response.headers }
  }

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children)
    return element
  }

  const paragraphs = (text) =>
    text
      .split(/\n{2,}/)
      .map((part) =>
        make(
          'p',
          { dir: 'auto' },
          ...part
            .split(/(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?()[\]*_])/)
            .map((piece, index) =>
              index % 2 ? make('a', { href: piece, rel: 'nofollow ugc noopener' }, piece) : piece,
            ),
        ),
      )

  const item = ({ id, content, author_name: name, created_at: at, replies }) =>
    make(
      'li',
      { class: 'afterword-comment', id: `afterword-${id}` },
      make('b', { dir: 'auto' }, name || 'Deleted'),
      ' ',
      make('time', { datetime: at }, new Date(at).toLocaleDateString()),
      ...paragraphs(content),
      ...(replies.length ? [make('ol', {}, ...replies.map(item))] : []),
    )

  const comments = async (place, slug) => {
    const list = make('ol', { class: 'afterword-comments' })
    const post = `${origin}/posts/${encodeURIComponent(slug)}`
    let next = `/api/comments?slug=${encodeURIComponent(slug)}`
    while (next) {
      const { body, headers } = await request(next)
      list.append(...body.comments.map(item))
      const target = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')
      next = target && new URL(target[1] ?? '', origin).href.slice(origin.length)
    }
    place.replaceChildren(
      list,
      'form' in place.dataset
        ? form(slug, list, post)
        : make('p', {}, make('a', { href: `${post}#comments` }, 'Write a comment')),
    )
  }

  // `randomUUID` is available on https pages only.
  const newKey = () => crypto.randomUUID?.()

  const form = (slug, list, post) => {
    const status = make('p', { role: 'status' })
    const name = make('input', {
      name: 'author_name',
      required: '',
      maxlength: '80',
      autocomplete: 'name',
    })
    const words = make('textarea', { name: 'content', required: '', maxlength: '5000', rows: '4' })
    const element = make(
      'form',
      { class: 'afterword-form' },
      make('label', {}, 'Name ', name),
      make('label', {}, 'Comment ', words),
      make('button', {}, 'Send'),
      status,
    )
    let key = newKey()
    element.addEventListener('submit', async (event) => {
      event.preventDefault()
      status.textContent = 'Sending …'
      try {
        const { body } = await request('/api/comments', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
          body: JSON.stringify({ slug, ...Object.fromEntries(new FormData(element)) }),
        })
        status.textContent =
          body.status === 'published'
            ? 'Thank you.'
            : 'Thank you. It is shown once it has been read.'
        if (body.status === 'published') list.append(item(body))
        element.reset()
        key = newKey()
      } catch (error) {
        // A rejected CORS request and a network failure look the same: both have no response.
        const detail = error.detail
        status.replaceChildren(
          `${detail ?? 'It could not be sent.'} `,
          make('a', { href: `${post}#comments` }, 'Write it at the post'),
        )
      }
    })
    return element
  }

  const views = async (place, slug) => {
    place.textContent = (
      await request(`/api/views?slug=${encodeURIComponent(slug)}`)
    ).body.views.toLocaleString()
  }

  const card = async (place) => {
    const { body } = await request(
      `/api/og-metadata?url=${encodeURIComponent(place.getAttribute('href') ?? '')}`,
    )
    place.classList.add('afterword-card')
    place.replaceChildren(
      ...(body.image
        ? [
            make('img', {
              src: body.image,
              alt: '',
              loading: 'lazy',
              referrerpolicy: 'no-referrer',
            }),
          ]
        : []),
      make('b', { dir: 'auto' }, body.title),
      make('span', { dir: 'auto' }, body.description),
      make('small', {}, body.siteName),
    )
  }

  const kinds = { comments, views, card }
  for (const place of document.querySelectorAll('[data-afterword]')) {
    const { afterword, slug = '' } = place.dataset
    // If a request fails, the element keeps the content that the page gave it.
    kinds[afterword]?.(place, slug).catch(console.warn)
  }
})()
