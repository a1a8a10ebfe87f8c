import { expect, test } from 'vitest'
import { ModerationNotice } from '@/components/admin/comments/moderation-notice'
import { render } from '@/test/render'
import { AdminNotice } from './admin-notice'

const none = {
  notice: '',
  error: '',
  thread: undefined,
  back: '/admin/comments',
  close: async () => {},
}

test.each(['constructor', '__proto__', 'toString'])('shows no message for the code %s', (word) => {
  expect(render(<AdminNotice error={word} />)).toBe('')
  expect(render(<AdminNotice done={word} />)).toBe('')
  expect(render(<ModerationNotice {...none} notice={word} />)).toBe('')
  expect(render(<ModerationNotice {...none} error={word} />)).toContain('The action failed')
})

test('names the post whose comments were closed and offers to open them again', () => {
  const post = {
    slug: 'a-post',
    title: 'A post',
    url: '',
    site: null,
    closedBy: 'post' as const,
    closeAfterDays: null,
  }
  const html = render(<ModerationNotice {...none} notice="closed" thread={post} />)
  expect(html).toContain('Comments on “<bdi>A post</bdi>” are closed.')
  expect(html).toMatch(/name="slug" value="a-post".*value="no".*Undo/)
  expect(
    render(<ModerationNotice {...none} notice="opened" thread={{ ...post, closedBy: null }} />),
  ).toMatch(/are open\..*value="yes".*Undo/)
  // The URL may be outdated, or the list may belong to another post.
  for (const thread of [undefined, { ...post, closedBy: null }]) {
    const plain = render(<ModerationNotice {...none} notice="closed" thread={thread} />)
    expect(plain).toContain('Comments are closed.')
    expect(plain).not.toContain('Undo')
  }
})
