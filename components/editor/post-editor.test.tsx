import { expect, test } from 'vitest'
import { emptyDraft } from '@/test/editor/saver-scene'
import { render } from '@/test/render'
import { PostEditor } from './post-editor'

const post = {
  ...emptyDraft,
  id: 1,
  revision: 3,
  content: 'What is held',
  state: 'draft' as const,
  isPage: false,
  publishedAt: null,
  savedBy: '',
}

const preview = async () => ({ rendered: null })

test('shows rejected text in the field with the revision it began from', () => {
  const refused = { text: 'What was refused', revision: 2 }
  const html = render(<PostEditor post={post} preview={preview} refused={refused} />)
  expect(html).toContain('>What was refused</textarea>')
  expect(html).toContain('name="base" value="2"')
  // Another user has saved, and the form may overwrite that version.
  expect(
    render(<PostEditor post={post} preview={preview} refused={refused} theirs={{ revision: 4 }} />),
  ).toContain('name="base" value="4"')
})

test('shows the saved text without rejected text', () => {
  const html = render(<PostEditor post={post} preview={preview} />)
  expect(html).toContain('>What is held</textarea>')
  expect(html).toContain('name="base" value="3"')
})
