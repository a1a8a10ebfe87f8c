import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { linkCardsFrom } from './post-cards'

const url = 'https://youtu.be/abc_def-123'
const preview = {
  title: 'A talk',
  description: '',
  image: '/api/og-image?x',
  siteName: 'YouTube',
  url,
  favicon: '',
}
const show = (previews: [string, typeof preview][]) =>
  renderToStaticMarkup(linkCardsFrom(new Map(previews))(url, { image: true }))

test('shows a video as a link with the stored picture, and names its player', () => {
  const html = show([[url, preview]])
  expect(html).toContain(
    `<a href="${url}" aria-label="Play video: A talk"><img src="/api/og-image?x"`,
  )
  expect(html).toContain(
    'data-player="https://www.youtube-nocookie.com/embed/abc_def-123?autoplay=1"',
  )
  expect(html).not.toContain('<iframe')
})

test('shows a video without a stored preview', () => {
  expect(show([])).toContain(`aria-label="Play video: ${url}"`)
})

test('leaves other links without a preview as they are', () => {
  expect(linkCardsFrom(new Map())('https://a.example/', { image: true })).toBeUndefined()
})
