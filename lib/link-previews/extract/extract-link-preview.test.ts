import { describe, expect, test } from 'vitest'
import { extractPage } from './extract-link-preview'

const here = new URL('https://www.example.com/posts/one?a=1')
const extract = (html: string, contentType = 'text/html; charset=utf-8', url = here) =>
  extractPage(Buffer.from(html), url, contentType).preview
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('the title', () => {
  const sources = [
    '<meta property="og:title" content="og">',
    '<meta name="twitter:title" content="twitter">',
    '<meta itemprop="name" content="itemprop">',
    '<title>title</title>',
    '<h1>heading</h1>',
    jsonLd({ '@type': 'Article', headline: 'headline' }),
  ]

  test('comes from Open Graph, Twitter, itemprop, <title>, h1, JSON-LD or the host', () => {
    const titles = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).title)
    expect(titles).toEqual(['og', 'twitter', 'itemprop', 'title', 'heading', 'headline'])
    expect(extract('').title).toBe('www.example.com')
    expect(extract('<title> \u200b&nbsp;</title>').title).toBe('www.example.com')
  })

  const question = (name: string) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text: 'Yes.' },
  })
  test.each([
    ['a heading', 'Plain page', '<title>Plain page</title><p>text</p><h1>x</h1>'],
    [
      'FAQ questions',
      'Acme Widgets',
      '<title>Acme Widgets</title>' +
        jsonLd({
          '@type': 'FAQPage',
          mainEntity: [question('Do you ship?'), question('Is it safe?')],
        }),
    ],
    [
      'listed products',
      'Shoes',
      `<title>Shoes</title>${jsonLd([
        { '@type': 'Product', name: 'Red shoe' },
        { '@type': 'Product', name: 'Blue shoe' },
      ])}`,
    ],
    [
      'announced events',
      'The Venue',
      `<title>The Venue</title>${jsonLd([
        { '@type': 'Event', name: 'Quiz night' },
        { '@type': 'Event', name: 'Jazz' },
      ])}`,
    ],
    [
      'an embedded video',
      'Our story',
      '<title>Our story</title><article><h1>Our story</h1>' +
        `${jsonLd({ '@type': 'VideoObject', name: 'promo_final_v3.mp4' })}</article>`,
    ],
    [
      'a consent dialog',
      'Tides',
      '<title>Tides</title><div role=dialog><h1>We value your privacy</h1></div><main>' +
        '<h1>Tides of the coast</h1></main>',
    ],
    [
      'a login dialog',
      'Tides',
      '<title>Tides</title><dialog open><form><h1>Sign in</h1></form></dialog>' +
        '<h1>Tides of the coast</h1>',
    ],
    [
      'a headline that describes the subject',
      'New Zealand',
      '<title>New Zealand - Encyclopedia</title>' +
        jsonLd({
          '@type': 'Article',
          name: 'New Zealand',
          headline: 'island country in Oceania',
        }),
    ],
    [
      'a product of microdata',
      'Shoes',
      '<title>Shoes</title><div itemscope itemtype="https://schema.org/Product">' +
        '<b itemprop=name>Red</b></div>',
    ],
  ])('of the title element takes precedence over %s', (_, title, html) => {
    expect(extract(html).title).toBe(title)
  })

  test.each([
    ['the heading', '<title>Ropes | The Handbook</title><h1>Ropes</h1>'],
    ['a heading with a permalink', '<title>Ropes: all you need</title><h1>Ropes ¶</h1>'],
    [
      'JSON-LD',
      `<title>Ropes - The Handbook</title>${jsonLd({ '@type': 'Article', headline: 'Ropes' })}`,
    ],
    ['its full length if the heading is only part of a word', '<title>Ropes</title><h1>Rope</h1>'],
    ['its full length if the heading is a single letter', '<title>Ropes</title><h1>R</h1>'],
  ])('element is shortened to %s', (_, html) => {
    expect(extract(html).title).toBe('Ropes')
  })

  test.each([
    ['at its end', 'Ropes | Example'],
    ['at its beginning', 'Example – Ropes'],
    ['with separators in it', 'Ropes - Rope &amp; Co - The Shop'],
  ])('element is used without the site’s name %s', (_, title) => {
    const name = title.includes('Co')
      ? '<meta property="og:site_name" content="Rope &amp; Co - The Shop">'
      : ''
    expect(extract(`${name}<title>${title}</title><h1>Example</h1>`).title).toBe('Ropes')
  })

  test.each([
    ['empty', ''],
    ['the site’s name', 'Example'],
    ['the site’s name twice', 'Example | Example'],
  ])('comes from the heading or JSON-LD if the title element is %s', (_, title) => {
    const page = `<title>${title}</title><nav><h1>Menu</h1></nav><dialog><h1>Cookies</h1></dialog>`
    expect(extract(`${page}<h1>Example</h1><main><h1>Tides</h1></main>`).title).toBe('Tides')
    expect(extract(`${page}${jsonLd({ '@type': 'Article', headline: 'Tides' })}`).title).toBe(
      'Tides',
    )
  })

  test.each([
    [
      'a consent dialog',
      'Tides',
      'https://tides.com/',
      '<title>Tides</title><div role=dialog><h1>We value your privacy</h1></div>',
    ],
    [
      'questions',
      'Acme Widgets',
      'https://www.acmewidgets.com/?utm_source=mail',
      '<title>Acme Widgets | acmewidgets.com</title><h1>Frequently asked questions</h1>' +
        jsonLd({ '@type': 'FAQPage', mainEntity: [question('Do you ship?')] }),
    ],
    [
      'one event',
      'The Venue',
      'https://thevenue.example/',
      `<title>The Venue</title>${jsonLd({ '@type': 'Event', name: 'Quiz' })}`,
    ],
  ])('of a front page is the site’s name and not %s', (_, title, url, html) => {
    expect(extract(html, 'text/html', new URL(url)).title).toBe(title)
  })

  test('is not chosen from several in JSON-LD', () => {
    const posts = ['One', 'Two'].map((headline) => ({ '@type': 'BlogPosting', headline }))
    expect(extract(`<title>Example</title>${jsonLd(posts)}`).title).toBe('Example')
  })

  test.each([
    ['`name` in place of `property`', '<meta name="og:title" content="x">'],
    ['any case', '<META PROPERTY="OG:Title" CONTENT="x">'],
    ['no quotes', '<meta property=og:title content=x>'],
    ['both names on one tag', '<meta name="title" property="og:title" content="x">'],
    [
      'the first non-empty tag',
      '<meta property="og:title" content=" "><meta property="og:title">' +
        '<meta property="og:title" content="x">',
    ],
    [
      'the first of two tags',
      '<meta property="og:title" content="x"><meta property="og:title" content="y">',
    ],
    ['tags in the body', '</head><body><p>text</p><meta property="og:title" content="x">'],
    [
      'tags after a body without an end to its head',
      '<body><div><div><meta property="og:title" content="x">',
    ],
    [
      'tags outside comments',
      '<!-- <meta property="og:title" content="y"> --><meta property="og:title" content="x">',
    ],
    [
      'tags outside scripts',
      '<script>"<title>y</title><meta property=og:title content=y>"</script>' +
        '<meta property="og:title" content="x">',
    ],
    [
      'the title element outside scripts',
      '<script>document.write("<title>Print</title>")</script><title>x</title>',
    ],
    [
      'tags outside strings',
      '<script>"<meta property=og:title content=y>"</script><meta property="og:title" content="x">',
    ],
  ])('is read from %s', (_, html) => {
    expect(extract(html).title).toBe('x')
  })

  test('is never the title of an SVG', () => {
    expect(extract('<svg><title>Menu</title></svg><title>Page</title>').title).toBe('Page')
    expect(extract('<svg/><title>Page</title><svg><title>Menu</title></svg>').title).toBe('Page')
  })

  test('of a heading omits its markup', () => {
    expect(
      extract(
        '<h1> </h1><h1 class=a><a href=b>One &lt;i&gt;</a><br>two<script>3</script></h1>' +
          '<h1>No</h1>',
      ).title,
    ).toBe('One <i> two')
  })

  test('has its entities decoded twice', () => {
    expect(extract('<title>Q&amp;A &#8211; &quot;x&quot;</title>').title).toBe('Q&A – "x"')
    expect(extract('<meta property="og:title" content="Q&amp;amp;A">').title).toBe('Q&A')
  })

  test('is limited to 300 characters', () => {
    const { title, description } = extract(
      `<title>${'word '.repeat(200)}</title>` +
        `<meta name=description content="${'word '.repeat(300)}">`,
    )
    expect(title).toMatch(/^(?:word )+word…$/)
    expect([...title].length).toBeLessThanOrEqual(300)
    expect([...description].length).toBeLessThanOrEqual(600)
    expect([...description].length).toBeGreaterThan(590)
  })

  test('that is never closed is truncated', () => {
    expect([...extract(`<title>${'a'.repeat(200_000)}`).title].length).toBe(300)
  })
})

describe('the description', () => {
  test('comes from Open Graph, the description, Twitter or JSON-LD, and is otherwise empty', () => {
    const sources = [
      '<meta property="og:description" content="og">',
      '<meta name="description" content="meta">',
      '<meta name="twitter:description" content="twitter">',
      '<meta itemprop="description" content="itemprop">',
      jsonLd({ '@type': 'Article', headline: 'a', description: 'data' }),
    ]
    const descriptions = sources.map(
      (_, index) => extract(sources.slice(index).reverse().join('')).description,
    )
    expect(descriptions).toEqual(['og', 'meta', 'twitter', 'itemprop', 'data'])
    expect(extract('<p>words</p>').description).toBe('')
  })

  test('ignores the description of a nested item', () => {
    const item =
      '<div itemscope itemtype="https://schema.org/Person">' +
      '<meta itemprop="description" content="a person"></div>'
    expect(extract(`<title>a</title>${item}`).description).toBe('')
    expect(
      extract(`<title>a</title>${item}<meta itemprop="description" content="the page">`)
        .description,
    ).toBe('the page')
  })

  test('is converted to text if it is declared as HTML', () => {
    const html = '&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;&lt;p&gt;three&lt;/p&gt;'
    expect(extract(`<meta property="og:description" content="${html}">`).description).toBe(
      'One two three',
    )
    expect(
      extract(`<meta property="og:description" content="<p>One <b>two</b></p>three">`).description,
    ).toBe('One two three')
    expect(
      extract(jsonLd({ '@type': 'Article', headline: 'a', description: '<p>One</p>' })).description,
    ).toBe('One')
  })
})

describe('the image', () => {
  test('comes from Open Graph, Twitter, image_src or JSON-LD, and is otherwise empty', () => {
    const sources = [
      '<meta property="og:image" content="/og.png">',
      '<meta name="twitter:image" content="/twitter.png">',
      '<link rel="image_src" href="/src.png">',
      '<meta itemprop="image" content="/itemprop.png">',
      jsonLd({ '@type': 'Article', headline: 'a', image: ['/data.png'] }),
    ]
    const images = sources.map((_, index) => extract(sources.slice(index).reverse().join('')).image)
    expect(images).toEqual(
      ['og', 'twitter', 'src', 'itemprop', 'data'].map(
        (name) => `https://www.example.com/${name}.png`,
      ),
    )
    expect(extract('<img src=a.png>').image).toBe('')
  })

  test('is the first of several, preferring https', () => {
    const two =
      '<meta property="og:image" content="http://a.com/1">' +
      '<meta property="og:image" content="http://a.com/2">'
    expect(extract(two).image).toBe('http://a.com/1')
    expect(
      extract(`${two}<meta property="og:image:secure_url" content="https://a.com/1">`).image,
    ).toBe('https://a.com/1')
    expect(extract('<meta property="og:image:url" content="https://a.com/3">').image).toBe(
      'https://a.com/3',
    )
  })
})

describe('the site’s name', () => {
  test('comes from Open Graph, the publisher, the application’s name or the host', () => {
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
    const names = sources.map(
      (_, index) => extract(sources.slice(index).reverse().join('')).siteName,
    )
    expect(names).toEqual(['og', 'publisher', 'application', 'apple'])
    expect(extract('').siteName).toBe('example.com')
    expect(extract('', '', new URL('http://www.com/')).siteName).toBe('www.com')
  })
})

describe('a URL in a page', () => {
  test('is the canonical URL, or else that of Open Graph, or else the final URL', () => {
    const og = '<meta property="og:url" content="https://example.com/og">'
    expect(extract(`${og}<link rel="Canonical" href="/one">`).url).toBe(
      'https://www.example.com/one',
    )
    expect(extract(og).url).toBe('https://example.com/og')
    expect(extract('').url).toBe(here.href)
  })

  test.each([
    ['the site’s root', '/', 'https://www.example.com/og'],
    ['on another host', 'https://www.example.net/one', 'https://www.example.com/og'],
    ['on the mobile site’s main host', 'https://example.com/one', 'https://example.com/one'],
    ['a page', '/?p=1', 'https://www.example.com/?p=1'],
  ])('is chosen if the canonical URL is %s and Open Graph declares one', (_, canonical, url) => {
    const link = `<link rel=canonical href="${canonical}">`
    expect(extract(`${link}<meta property="og:url" content="/og">`).url).toBe(url)
    expect(extract(link).url).toBe(new URL(canonical, here).href)
  })

  test('is the canonical URL of a front page, whatever Open Graph declares', () => {
    const page = '<link rel=canonical href="/"><meta property="og:url" content="/home">'
    expect(extract(page, 'text/html', new URL('/?p=1', here)).url).toBe(
      'https://www.example.com/home',
    )
    expect(extract(page, 'text/html', new URL('/', here)).url).toBe('https://www.example.com/')
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
  ])('is rejected if it is %j', (href) => {
    const html =
      `<meta property="og:image" content="${href}"><link rel=icon href="${href}">` +
      `<link rel=canonical href="${href}"><base href="${href}">`
    expect(extract(html)).toMatchObject({
      image: '',
      favicon: 'https://www.example.com/favicon.ico',
      url: here.href,
    })
  })

  test('is replaced by the next one if it is invalid', () => {
    const html =
      '<meta property="og:image" content="data:,">' +
      '<meta property="og:image" content="https://a.com/2">'
    expect(extract(html).image).toBe('https://a.com/2')
  })

  test('is relative to the declared base', () => {
    const html =
      '<base href="//cdn.example.net/x/"><base href="/y/">' +
      '<meta property="og:image" content="a.png"><link rel=icon href="i.png">'
    expect(extract(html)).toMatchObject({
      image: 'https://cdn.example.net/x/a.png',
      favicon: 'https://cdn.example.net/x/i.png',
    })
  })
})

describe('the icon', () => {
  const icon = (name: string, attributes = '') => `<link rel="icon" href="/${name}" ${attributes}>`

  test.each([
    [
      'an SVG before any other',
      icon('a.png', 'sizes=32x32') + icon('b.svg', 'type="image/svg+xml" sizes=any'),
      'b.svg',
    ],
    [
      'the nearest size above 32 pixels',
      icon('a', 'sizes=16x16') + icon('b', 'sizes=192x192') + icon('c', 'sizes="48x48"'),
      'c',
    ],
    [
      'the largest of those that are too small',
      icon('a', 'sizes=16x16') + icon('b', 'sizes=24x24'),
      'b',
    ],
    [
      'one without a size before a touch icon',
      `<link rel=apple-touch-icon href=/t>${icon('a')}`,
      'a',
    ],
    [
      'the touch icon if there is no other',
      '<link rel="apple-touch-icon-precomposed" href=/t>',
      't',
    ],
    ['a shortcut icon', '<link rel="SHORTCUT ICON" href=/s>', 's'],
    [
      'neither a mask nor a dark-mode icon',
      '<link rel=mask-icon href=/m.svg>' +
        `${icon('d.svg', 'media="(prefers-color-scheme: dark)"')}${icon('a')}`,
      'a',
    ],
    ['/favicon.ico if none is declared', '', 'favicon.ico'],
  ])('is %s', (_, html, path) => {
    expect(extract(html).favicon).toBe(`https://www.example.com/${path}`)
  })
})

describe('a target that is not a page', () => {
  test('uses its file name as the title', () => {
    const preview = extract(
      '<title>no</title>',
      'application/pdf',
      new URL('https://www.example.com/d/The%20%C3%BC%20100%.pdf?x'),
    )
    expect(preview).toEqual({
      title: 'The ü 100%.pdf',
      description: '',
      image: '',
      siteName: 'example.com',
      url: 'https://www.example.com/d/The%20%C3%BC%20100%.pdf?x',
      favicon: 'https://www.example.com/favicon.ico',
    })
  })

  test('decodes a file name in Latin-1', () => {
    const url = new URL('https://www.example.com/R%E9sum%E9.pdf')
    expect(extract('', 'application/pdf', url).title).toBe('Résumé.pdf')
  })

  test('uses the file name from its header as the title', () => {
    const nameOf = (fileName: string) =>
      extractPage(Buffer.from(''), here, 'application/pdf', fileName).preview.title
    expect(nameOf('Report 2024.pdf')).toBe('Report 2024.pdf')
    expect(nameOf('../..\\a/b\u202e.pdf')).toBe('b.pdf')
    expect(nameOf('a/')).toBe('one')
  })

  test('uses its host as the title if its path has no file name', () => {
    expect(extract('', 'text/plain', new URL('https://www.example.com/d/')).title).toBe(
      'www.example.com',
    )
  })

  test('uses itself as the image if it is an image', () => {
    const url = new URL('https://example.com/a.svg')
    expect(extract('<svg/>', 'Image/SVG+xml; charset=utf-8', url)).toMatchObject({
      title: 'a.svg',
      image: url.href,
    })
  })
})
