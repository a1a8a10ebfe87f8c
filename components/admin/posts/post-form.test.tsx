import { expect, test } from 'vitest'
import type { PostState } from '@/lib/posts/editing/get-post-state'
import { emptyDraft } from '@/test/editor/saver-scene'
import { render } from '@/test/render'
import { PostForm } from './post-form'

const state: PostState = { status: 'draft', changed: false, updateAt: null, publishAt: null }

function show(
  changes: Partial<PostState> = {},
  content = 'Words.',
  {
    isPage = false,
    isListed = true,
    closedBy = 'post',
    done = '',
  }: { isPage?: boolean; isListed?: boolean; closedBy?: 'post' | 'days'; done?: string } = {},
) {
  const initial = { ...state, ...changes }
  const post = {
    ...emptyDraft,
    id: 7,
    revision: 3,
    title: 'A title',
    content,
    isPage,
    publishedAt: null,
    savedBy: '',
    state:
      initial.status === 'new' || initial.status === 'deleted'
        ? ('draft' as const)
        : initial.status,
  }
  return render(
    <PostForm
      post={post}
      initial={initial}
      closedBy={closedBy}
      at=""
      updateAt=""
      timeZone="UTC"
      previewUrl="https://blog.example/preview/key"
      path={initial.status === 'published' ? '/posts/a' : undefined}
      statsUrl={initial.status === 'published' ? '/admin/stats?post=a' : undefined}
      isListed={isListed}
      tags={['one', 'two']}
      authors={[]}
      authorId={null}
      result={{ done }}
      save={async (form) => form}
      preview={async () => ({ rendered: null })}
    />,
  )
}

test('saves with the first button, which the Enter key presses', () => {
  expect(/<button type="submit"[^>]*>/.exec(show())?.[0]).toContain('value="save"')
})

test('lists the missing parts of a draft before it is published', () => {
  const html = show({}, '![](/a.png)')
  expect(html).toContain('Publish this post?')
  expect(html).toContain('<li>Summary</li><li>Alternative text of an image</li>')
  expect(html).not.toContain('value="unpublish"')
})

test('says that a page will appear in the navigation, unless the owner’s links omit it', () => {
  expect(show({}, '', { isPage: true })).toContain('in the navigation of the blog and in search')
  const html = show({}, '', { isPage: true, isListed: false })
  expect(html).toContain('add it under Settings → General')
})

test('suggests the tags of other posts', () => {
  expect(show()).toContain('<option value="one" label="one">')
})

test('says why comments are closed, or offers to open them', () => {
  expect(show()).toContain('value="open-comments"')
  const html = show({}, '', { closedBy: 'days' })
  expect(html).toContain('Comments were closed automatically')
  expect(html).not.toContain('value="open-comments"')
})

test('asks for confirmation to update, discard and unpublish', () => {
  const html = show({ status: 'published', changed: true })
  expect(html).toContain('Changed, not published')
  expect(html).toContain('Update this post?')
  for (const act of ['discard', 'unpublish', 'schedule-update'])
    expect(html.split('<details').at(0)).not.toContain(`value="${act}"`)
  expect(html).toContain('href="/admin/posts/7/history"')
  expect(html).toContain('href="/admin/stats?post=a"')
})

test('the state of a changed post leads to the changes', () => {
  const link = 'href="/admin/posts/7/history#changes"'
  expect(show({ status: 'published', changed: true })).toContain(link)
  expect(show({ status: 'published' })).not.toContain(link)
})

test('shows a scheduled time in the format of the list, with its zone', () => {
  const html = show({ status: 'scheduled', publishAt: '2026-12-01T07:00:00Z' })
  expect(html).toContain('>Dec 1, 2026, 07:00 UTC</time>')
})

test('no longer says that changes are discarded once there are new ones', () => {
  const notice = 'Changes discarded. They are still in the history.'
  expect(show({ status: 'published' }, '', { done: 'discarded' })).toContain(notice)
  expect(show({ status: 'published', changed: true }, '', { done: 'discarded' })).not.toContain(
    notice,
  )
})

test.each([
  ['scheduled', { status: 'scheduled' }],
  ['update-scheduled', { status: 'published', changed: true, updateAt: '2026-12-01T07:00:00Z' }],
] as const)('says “%s” only until the timer has run', (done, planned) => {
  const notice = 'published automatically at the chosen time.'
  expect(show(planned, '', { done })).toContain(notice)
  expect(show({ status: 'published' }, '', { done })).not.toContain(notice)
})

test('offers no update without changes', () => {
  const html = show({ status: 'published' })
  expect(html).toContain('No changes')
  expect(html).not.toContain('value="publish"')
})

test('offers to unpublish where it offers to update, even without changes', () => {
  const [publish = ''] = show({ status: 'published' }).split('post-panel')
  expect(publish).toContain('value="unpublish"')
})

test('offers neither history nor deletion for an unsaved post', () => {
  const html = show({ status: 'new' })
  expect(html).not.toContain('/history')
  expect(html).not.toContain('post-delete')
  expect(html).toContain('<option value="one" label="one">')
})
