import { NextIntlClientProvider } from 'next-intl'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownComment } from '@/lib/comments/reading/list-threads'
import messages from '@/messages/en.json'
import { CommentItem } from './comment-item'

const comment: ShownComment = {
  id: 12,
  post_slug: 'hello',
  content: 'Some words.',
  author_name: 'Ada',
  created_at: '2025-10-20T09:00:00.000Z',
  replies: [],
  isEdited: false,
  isVerified: false,
  editedBy: null,
  staffRole: null,
  isPinned: false,
  likes: 0,
  answered: null,
  repliesLeft: 0,
}

async function render(fields: Partial<ShownComment>): Promise<string> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <CommentItem comment={{ ...comment, ...fields }} />
    </NextIntlClientProvider>,
  )
  await stream.allReady
  return new Response(stream).text()
}

test('links a reply at the deepest level to the sibling it replies to, by author', async () => {
  const html = await render({ answered: { id: 7, authorName: 'Grace <b>' } })
  const [, text] = html.split('<a href="/posts/hello/comments/7#comment-7"')
  expect(text).toMatch(/^[^>]*>in reply to <bdi[^>]*>Grace &lt;b&gt;<\/bdi><\/a>/)
})

test('names no comment if the reply is to its parent', async () => {
  const html = await render({ answered: null })
  expect(html).toContain('Some words.')
  expect(html).not.toContain('in reply to')
})
