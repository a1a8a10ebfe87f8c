import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { imagePath, parseImageName, parseOwnImage, widthsOf } from './own-image'
import { renderPostMarkdown } from './render-post-markdown'

/** Renders Markdown without the preload hint that React puts before the first image. */
const html = async (markdown: string) =>
  renderToStaticMarkup(await renderPostMarkdown(markdown, () => undefined)).replace(
    /<link rel="preload"[^>]*>/g,
    '',
  )
const id = '0123456789abcdef'.repeat(2)
const own = `/images/${id}-1000x500.webp`

test('sets the size and all widths of an image of this blog', async () => {
  const rendered = await html(`![A hill](${own})`)
  expect(rendered).toContain(
    `srcSet="/images/${id}-1000x500-480.webp 480w, /images/${id}-1000x500-960.webp 960w, ` +
      `/images/${id}-1000x500.webp 1000w"`,
  )
  for (const attribute of [
    'alt="A hill"',
    `src="${own}"`,
    'width="1000"',
    'height="500"',
    'sizes="',
    'decoding="async"',
  ]) {
    expect(rendered).toContain(attribute)
  }
})

test.each([
  'https://elsewhere.example/a.png',
  `https://evil.example${own}`,
  '/images/a.png',
  `${own}?x`,
  own.replace('.webp', '-481.webp'),
])('renders %s unchanged', async (src) => {
  const rendered = await html(`![](${src})`)
  expect(rendered).toContain(`src="${src}"`)
  expect(rendered).not.toMatch(/srcSet|width=/)
})

test('sends no referrer with external images, nor with their preload hint', async () => {
  const rendered = renderToStaticMarkup(
    await renderPostMarkdown('![](https://elsewhere.example/a.png)', () => undefined),
  )
  const tags = rendered.match(/<(?:img|link)[^>]*>/g) ?? []
  expect(tags).toHaveLength(2)
  for (const element of tags) expect(element).toMatch(/referrerpolicy="no-referrer"/i)
})

test('reads the width of a figure from the fragment of its URL', async () => {
  const rendered = await html(`![A hill](${own}#wide "From the north")\n\n![](/a.png#full)`)
  expect(rendered).toMatch(/^<figure class="figure-wide"><img [^>]*\/><figcaption>From the north/)
  expect(rendered).toContain(`src="${own}"`)
  expect(rendered).toContain('sizes="(min-width: 60rem)')
  expect(rendered).toMatch(/<figure class="figure-full"><img [^>]*src="\/a.png"[^>]*\/><\/figure>$/)
})

test('loads all images but the first lazily', async () => {
  const rendered = await html(`![a](${own})\n\ntext ![b](/b.png)\n\n<img src="/c.png" alt="c">`)
  const images = rendered.match(/<img[^>]*>/g) ?? []
  expect(images.map((image) => image.includes('loading="lazy"'))).toEqual([false, true, true])
})

describe('a figure', () => {
  test('is made of an image with a title that is alone in its paragraph', async () => {
    const caption = '<figcaption>The hill &lt;in&gt; May</figcaption>'
    expect(await html(`![A hill](${own} "The hill <in> May")`)).toMatch(
      new RegExp(`^<figure><img [^>]*alt="A hill"[^>]*/>${caption}</figure>$`),
    )
  })

  test.each([
    `![A hill](${own})`,
    `before ![A hill](${own} "t")`,
    `![A hill](${own} "t") ![b](/b.png)`,
    `![A hill](${own} " ")`,
  ])('is not made of %j', async (markdown) => expect(await html(markdown)).not.toContain('<figure'))
})

test('parses the size from an image’s name, and rejects invalid names', () => {
  const image = { id, width: 1_000, height: 500 }
  for (const width of widthsOf(1_000)) {
    expect(parseImageName(imagePath(image, width).replace('/images/', ''))).toEqual({
      ...image,
      inWidth: width,
    })
  }
  for (const name of [
    '',
    'x.webp',
    `${id}.webp`,
    `${id}-0x5.webp`,
    `${id}-10x5-480.webp`,
    `${id}-10x5.png`,
    `${id.toUpperCase()}-10x5.webp`,
  ]) {
    expect(parseImageName(name), name).toBeUndefined()
  }
  expect(parseOwnImage(imagePath(image))).toMatchObject(image)
  expect(parseOwnImage(imagePath(image, 480))).toBeUndefined()
})
