// Kept for pages that include this script: it turns their `[data-afterword]` elements into the
// custom elements of `/afterword.js`. See docs/embed.md.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  import(`${origin}/afterword.js`).catch(console.warn)

  const make = (name, attributes) => {
    const element = document.createElement(`afterword-${name}`)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }

  const replacements = {
    comments: (place, slug) => {
      const element = make('comments', { slug, ...('form' in place.dataset || { readonly: '' }) })
      element.append(...place.childNodes)
      place.append(element)
    },
    views: (place, slug) => {
      const element = make('views', { slug })
      element.append(...place.childNodes)
      place.append(element)
    },
    // A link cannot contain another one.
    card: (place) => {
      const element = make('card', { href: place.getAttribute('href') ?? '' })
      place.replaceWith(element)
      element.append(place)
    },
  }

  for (const place of document.querySelectorAll('[data-afterword]'))
    replacements[place.dataset.afterword]?.(place, place.dataset.slug ?? '')
})()
