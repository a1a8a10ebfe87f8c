import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getBlog } from '@/lib/settings/get-blog'
import messages from '@/messages/en.json'
import { AuthorBox } from './author-box'
import { ReadNext } from './post-list'

async function render(children: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      {children}
    </NextIntlClientProvider>,
  )
  await stream.allReady
  return new Response(stream).text()
}

const own = { author: 'Ada', bio: 'Writes in the evening.', picture: '' }

test('names the writer of a post, without the text about the owner', async () => {
  const blog = { ...(await getBlog()), ...own }
  const html = await render(<AuthorBox blog={blog} writer="Grace Hopper" />)
  expect(html).toMatch(/<aside aria-label="About the author".*class="avatar".*Grace Hopper/s)
  expect(html).not.toContain(own.bio)
  expect(await render(<AuthorBox blog={blog} writer="" />)).toMatch(/Ada.*Writes in the evening/s)
})

test('names an owner who wrote nothing about themselves, and nobody without a name', async () => {
  const blog = { ...(await getBlog()), ...own, bio: '' }
  expect(await render(<AuthorBox blog={blog} writer="" />)).toContain('>Ada</p>')
  expect(await render(<AuthorBox blog={{ ...blog, author: '' }} writer="" />)).not.toContain(
    'aside',
  )
})

test('screen readers and the Tab key skip a thumbnail, which repeats the link', async () => {
  const post = { slug: 'a', title: 'A post', summary: '', cover: '/icon.svg', coverAlt: 'A hill' }
  const html = await render(<ReadNext post={post} />)
  expect(html).toMatch(/<a href="\/posts\/a" tabindex="-1" aria-hidden="true"/i)
  expect(html.match(/<a /g)).toHaveLength(2)
})
