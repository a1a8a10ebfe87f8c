import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { JudgedNotice } from '@/components/admin/comments/judged-notice'
import { AdminNotice } from './admin-notice'

const act = async () => {}

test.each(['constructor', '__proto__', 'toString'])('shows no message for the code %s', (word) => {
  expect(renderToStaticMarkup(<AdminNotice fault={word} />)).toBe('')
  expect(renderToStaticMarkup(<AdminNotice done={word} />)).toBe('')
  const none = {
    judgementIds: [],
    undone: 0,
    missed: [],
    back: '',
    actions: { undo: act, close: act },
  }
  expect(renderToStaticMarkup(<JudgedNotice {...none} told={word} />)).toBe('')
  expect(renderToStaticMarkup(<JudgedNotice {...none} fault={word} />)).toContain(
    'That could not be done',
  )
})

test('names the post whose comments were closed and offers to open them again', () => {
  const post = { slug: 'a-post', title: 'A post', closedBy: 'post' as const, closeAfterDays: null }
  const props = {
    judgementIds: [],
    undone: 0,
    missed: [],
    back: '/admin/comments',
    actions: { undo: act, close: act },
  }
  const html = renderToStaticMarkup(<JudgedNotice {...props} told="closed" post={post} />)
  expect(html).toContain('Comments on “<bdi>A post</bdi>” are closed.')
  expect(html).toMatch(/name="slug" value="a-post".*value="no".*Undo/)
  expect(
    renderToStaticMarkup(
      <JudgedNotice {...props} told="opened" post={{ ...post, closedBy: null }} />,
    ),
  ).toMatch(/are open\..*value="yes".*Undo/)
  // The URL may be outdated, or the post may not be in the list.
  for (const given of [undefined, { ...post, closedBy: null }]) {
    const plain = renderToStaticMarkup(<JudgedNotice {...props} told="closed" post={given} />)
    expect(plain).toContain('Comments are closed.')
    expect(plain).not.toContain('Undo')
  }
})
