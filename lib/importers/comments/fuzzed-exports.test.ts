import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileOf, readAll, readSample } from '@/test/importers/import-samples'
import { sampleFolder, sourceFile } from '@/test/importers/source-files'
import { sqliteBytes } from '@/test/importers/sqlite-bytes'
import { isNightly } from '@/test/nightly'
import { afterword } from './readers/afterword'
import { blogger } from './readers/blogger'
import { github } from './readers/github-discussions'
import { isso, issoJson } from './readers/isso'
import { readStaticman } from './readers/staticman'
import { type CommentReader, NotAnExport, type SourceFile } from './source-record'

const entry = (number: number) =>
  `<entry><id>tag:blogger.com,1999:blog-5.post-${number}</id><blogger:type>COMMENT</blogger:type>
<blogger:parent>tag:blogger.com,1999:blog-5.post-1</blogger:parent><blogger:status>LIVE
</blogger:status><author><name>Olu Sample</name></author><content type='html'>Words.</content>
<published>2021-01-02T03:04:05Z</published></entry>\n`

const feed = `<feed xmlns='http://www.w3.org/2005/Atom'
xmlns:blogger='http://schemas.google.com/blogger/2018'>\n${[2, 3, 4].map(entry).join('')}</feed>`

const threads = JSON.stringify(
  ['/a/', '/b/'].map((id) => ({
    id,
    title: `Page ${id}`,
    comments: [1, 2].map((number) => ({
      id: number,
      author: 'Olu',
      email: 'olu@example.com',
      text: `Text ${number}`,
      created: '2019-04-02 11:15:00',
      parent: number - 1,
    })),
  })),
  undefined,
  1,
)

const own = [
  { format: 'afterword-comments', version: 1 },
  {
    type: 'thread',
    slug: 'hello',
    url: '',
    title: 'Hello',
    closed: false,
    site: null,
    created_at: '2026-03-01T00:00:00.000Z',
    aliases: [],
  },
  ...[1, 2].map((id) => ({
    type: 'comment',
    id,
    slug: 'hello',
    parent_id: null,
    answered_id: null,
    status: 'published',
    author_name: 'Ada',
    author_email: null,
    verified_at: null,
    staff: null,
    content: 'Words.',
    pending_content: null,
    pending_since: null,
    screening: [],
    pending_screening: [],
    votes: { up: 0, down: 0 },
    pinned: false,
    created_at: '2026-03-01T00:00:00.000Z',
    edited_at: null,
    edited_by: null,
    sources: [],
  })),
]

const staticman: CommentReader = {
  format: 'staticman',
  detect: () => true,
  read: (file, options) => readStaticman([...sampleFolder('staticman'), file], options),
}

// Other formats are damaged in `read-json.test.ts` and `read-xml-comments.test.ts`.
const formats: [CommentReader, Buffer, name?: string][] = [
  [blogger, Buffer.from(feed)],
  [issoJson, Buffer.from(threads)],
  [isso, sqliteBytes(readSample('isso.sql').toString())],
  [github, readSample('discussions.json')],
  [afterword, Buffer.from(own.map((line) => `${JSON.stringify(line)}\n`).join(''))],
  [
    staticman,
    Buffer.from('_id: a\nname: Ada\nmessage: Words.\ndate: 1554196500'),
    '_data/comments/a/b.yml',
  ],
]

async function expectResult(reader: CommentReader, file: SourceFile): Promise<void> {
  try {
    for (const { place } of (await readAll(reader, file)).losses) expect(place).not.toBe('')
  } catch (error) {
    expect(error).toBeInstanceOf(NotAnExport)
  }
}

describe.each(formats)('$format', (reader, content, name = 'export') => {
  test('contains comments if it is intact', async () => {
    const { comments } = await readAll(reader, fileOf(content, [], name))
    expect(comments.length).toBeGreaterThan(1)
  })

  test('reports the position of any damage instead of crashing', async () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('<>[]{}",:\\\0\n-')))
    const changes = fc.array(fc.tuple(fc.nat(content.length - 1), byte), {
      minLength: 1,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(content.length), async (edits, end) => {
        const damaged = Buffer.from(content)
        for (const [at, value] of edits) damaged[at] = value
        for (const bytes of [damaged, content.subarray(0, end)])
          await expectResult(reader, sourceFile(bytes, name))
      }),
      { numRuns: isNightly ? 1_000 : 30 },
    )
  })
})
