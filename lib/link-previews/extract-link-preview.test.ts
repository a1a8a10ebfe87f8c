import { describe, expect, test } from 'vitest'
import { extractLinkPreview } from './extract-link-preview'

const here = new URL('https://www.example.com/posts/one?a=1')
const extract = (html: string, contentType = 'text/html; charset=utf-8', url = here) =>
  extractLinkPreview(Buffer.from(html), url, contentType)
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('the title', () => {
  const sources = [
    '<meta property="og:title" content="og">',
    '<meta name="twitter:title" content="twitter">',
    jsonLd({ '@type': 'Article', headline: 'headline' }),
    '<h1>heading</h1>',
    '<title>title</title>',
  ]

  test('is taken from Open Graph, Twitter, JSON-LD, the heading, the title, and at last the host', () => {
    const titles = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).title)
    expect(titles).toEqual(['og', 'twitter', 'headline', 'heading', 'title'])
    expect(extract('').title).toBe('www.example.com')
    expect(extract('<title> \u200b&nbsp;</title>').title).toBe('www.example.com')
  })

  test.each([
    ['`name` in place of `property`', '<meta name="og:title" content="x">'],
    ['any case', '<META PROPERTY="OG:Title" CONTENT="x">'],
    ['no quotes', '<meta property=og:title content=x>'],
    ['both names on one tag', '<meta name="title" property="og:title" content="x">'],
    [
      'the first that is not empty',
      '<meta property="og:title" content=" "><meta property="og:title"><meta property="og:title" content="x">',
    ],
    ['the first of two', '<meta property="og:title" content="x"><meta property="og:title" content="y">'],
    ['tags in the body', '</head><body><p>text</p><meta property="og:title" content="x">'],
    ['tags after a body without an end to its head', '<body><div><div><meta property="og:title" content="x">'],
    ['what no comment holds', '<!-- <meta property="og:title" content="y"> --><meta property="og:title" content="x">'],
    ['what no script holds', '<script>"<meta property=og:title content=y>"</script><meta property="og:title" content="x">'],
  ])('is read from %s', (_, html) => {
    expect(extract(html).title).toBe('x')
  })

  test('is never that of a drawing', () => {
    expect(extract('<svg><title>Menu</title></svg><title>Page</title>').title).toBe('Page')
    expect(extract('<svg/><title>Page</title><svg><title>Menu</title></svg>').title).toBe('Page')
  })

  test('of a heading is its text without markup', () => {
    expect(extract('<h1> </h1><h1 class=a><a href=b>One &lt;i&gt;</a><br>two<script>3</script></h1><h1>No</h1>').title).toBe('One <i> two')
  })

  test('has its entities decoded once, and what then is one again', () => {
    expect(extract('<title>Q&amp;A &#8211; &quot;x&quot;</title>').title).toBe('Q&A – "x"')
    expect(extract('<meta property="og:title" content="Q&amp;amp;A">').title).toBe('Q&A')
  })

  test('has at most 300 characters', () => {
    const { title, description } = extract(`<title>${'word '.repeat(200)}</title><meta name=description content="${'word '.repeat(300)}">`)
    expect(title).toMatch(/^(?:word )+word…$/)
    expect([...title].length).toBeLessThanOrEqual(300)
    expect([...description].length).toBeLessThanOrEqual(600)
    expect([...description].length).toBeGreaterThan(590)
  })

  test('that has no end is cut', () => {
    expect([...extract(`<title>${'a'.repeat(200_000)}`).title].length).toBe(300)
  })
})

describe('the description', () => {
  test('is taken from Open Graph, the description, Twitter and JSON-LD, and is else empty', () => {
    const sources = [
      '<meta property="og:description" content="og">',
      '<meta name="description" content="meta">',
      '<meta name="twitter:description" content="twitter">',
      jsonLd({ '@type': 'Article', headline: 'a', description: 'data' }),
    ]
    const descriptions = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).description)
    expect(descriptions).toEqual(['og', 'meta', 'twitter', 'data'])
    expect(extract('<p>words</p>').description).toBe('')
  })
})

describe('the image', () => {
  test('is taken from Open Graph, Twitter, image_src and JSON-LD, and is else empty, never guessed', () => {
    const sources = [
      '<meta property="og:image" content="/og.png">',
      '<meta name="twitter:image" content="/twitter.png">',
      '<link rel="image_src" href="/src.png">',
      jsonLd({ '@type': 'Article', headline: 'a', image: ['/data.png'] }),
    ]
    const images = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).image)
    expect(images).toEqual(['og', 'twitter', 'src', 'data'].map((name) => `https://www.example.com/${name}.png`))
    expect(extract('<img src=a.png>').image).toBe('')
  })

  test('of several is the first, over TLS where it is offered', () => {
    const two = '<meta property="og:image" content="http://a.com/1"><meta property="og:image" content="http://a.com/2">'
    expect(extract(two).image).toBe('http://a.com/1')
    expect(extract(`${two}<meta property="og:image:secure_url" content="https://a.com/1">`).image).toBe('https://a.com/1')
    expect(extract('<meta property="og:image:url" content="https://a.com/3">').image).toBe('https://a.com/3')
  })
})

describe('the site’s name', () => {
  test('is taken from Open Graph, the publisher, the application’s name, and at last the host', () => {
    const sources = [
      '<meta property="og:site_name" content="og">',
      jsonLd({
        '@graph': [
          { '@type': 'Article', publisher: { '@id': '#p' } },
          { '@id': '#p', name: 'publisher' },
        ],
      }),
      '<meta name="application-name" content="application">',
      '<meta name="apple-mobile-web-app-title" content="apple">',
    ]
    const names = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).siteName)
    expect(names).toEqual(['og', 'publisher', 'application', 'apple'])
    expect(extract('').siteName).toBe('example.com')
    expect(extract('', '', new URL('http://www.com/')).siteName).toBe('www.com')
  })
})

describe('a URL that a page names', () => {
  test('of its own is the canonical one, then Open Graph’s, then where it was found', () => {
    const og = '<meta property="og:url" content="https://example.com/og">'
    expect(extract(`${og}<link rel="Canonical" href="/one">`).url).toBe('https://www.example.com/one')
    expect(extract(og).url).toBe('https://example.com/og')
    expect(extract('').url).toBe(here.href)
  })

  test.each([
    ['a.png', 'https://www.example.com/posts/a.png'],
    ['/a.png', 'https://www.example.com/a.png'],
    ['//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['?b', 'https://www.example.com/posts/one?b'],
    [' /a b.png\n', 'https://www.example.com/a%20b.png'],
    ['/?a=1&amp;b=2', 'https://www.example.com/?a=1&b=2'],
    ['/ü', 'https://www.example.com/%C3%BC'],
    ['HTTPS://CDN.example.com/A', 'https://cdn.example.com/A'],
  ])('is made absolute: %j', (href, url) => {
    expect(extract(`<meta property="og:image" content="${href}">`).image).toBe(url)
  })

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'blob:https://example.com/a',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'https://',
    'http://[::1',
    'https://user:secret@example.com/a.png',
    `https://example.com/${'a'.repeat(2_100)}`,
  ])('never survives as %j', (href) => {
    const html = `<meta property="og:image" content="${href}"><link rel=icon href="${href}"><link rel=canonical href="${href}"><base href="${href}">`
    expect(extract(html)).toMatchObject({ image: '', favicon: 'https://www.example.com/favicon.ico', url: here.href })
  })

  test('gives way to the next where it is none', () => {
    const html = '<meta property="og:image" content="data:,"><meta property="og:image" content="https://a.com/2">'
    expect(extract(html).image).toBe('https://a.com/2')
  })

  test('is relative to the declared base', () => {
    const html = '<base href="//cdn.example.net/x/"><base href="/y/"><meta property="og:image" content="a.png"><link rel=icon href="i.png">'
    expect(extract(html)).toMatchObject({ image: 'https://cdn.example.net/x/a.png', favicon: 'https://cdn.example.net/x/i.png' })
  })
})

describe('the icon', () => {
  const icon = (name: string, attributes = '') => `<link rel="icon" href="/${name}" ${attributes}>`

  test.each([
    ['a drawing before all else', icon('a.png', 'sizes=32x32') + icon('b.svg', 'type="image/svg+xml" sizes=any'), 'b.svg'],
    ['the nearest above 32 pixels', icon('a', 'sizes=16x16') + icon('b', 'sizes=192x192') + icon('c', 'sizes="48x48"'), 'c'],
    ['the largest of those too small', icon('a', 'sizes=16x16') + icon('b', 'sizes=24x24'), 'b'],
    ['one without a size before a touch icon', `<link rel=apple-touch-icon href=/t>${icon('a')}`, 'a'],
    ['the touch icon where there is no other', '<link rel="apple-touch-icon-precomposed" href=/t>', 't'],
    ['a shortcut icon', '<link rel="SHORTCUT ICON" href=/s>', 's'],
    [
      'no mask and no dark one',
      `<link rel=mask-icon href=/m.svg>${icon('d.svg', 'media="(prefers-color-scheme: dark)"')}${icon('a')}`,
      'a',
    ],
    ['what browsers ask for where none is declared', '', 'favicon.ico'],
  ])('is %s', (_, html, path) => {
    expect(extract(html).favicon).toBe(`https://www.example.com/${path}`)
  })
})

describe('a target that is no page', () => {
  test('has its file name as title', () => {
    const preview = extract('<title>no</title>', 'application/pdf', new URL('https://www.example.com/d/The%20%C3%BC%20100%.pdf?x'))
    expect(preview).toEqual({
      title: 'The ü 100%.pdf',
      description: '',
      image: '',
      siteName: 'example.com',
      url: 'https://www.example.com/d/The%20%C3%BC%20100%.pdf?x',
      favicon: 'https://www.example.com/favicon.ico',
    })
  })

  test('has its host as title where its path names no file', () => {
    expect(extract('', 'text/plain', new URL('https://www.example.com/d/')).title).toBe('www.example.com')
  })

  test('is its own image where it is one', () => {
    const url = new URL('https://example.com/a.svg')
    expect(extract('<svg/>', 'Image/SVG+xml; charset=utf-8', url)).toMatchObject({ title: 'a.svg', image: url.href })
  })
})
