import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectAnyChunks, fileOf, readAll, readSample } from '@/test/importers/import-samples'
import { disqus } from './readers/disqus'
import { wordpress } from './readers/wordpress'
import { NotAnExport } from './source-record'

const formats = [
  { reader: disqus, sample: readSample('disqus.xml') },
  { reader: wordpress, sample: readSample('wordpress.xml') },
]

describe.each(formats)('$reader.format', ({ reader, sample }) => {
  test('reads the same from chunks of any length', async () => {
    await expectAnyChunks(reader, sample)
    const single = fileOf(sample, new Array(sample.length).fill(1))
    expect(await readAll(reader, single)).toEqual(await readAll(reader, fileOf(sample)))
  })

  test('reads a truncated file up to its end, and reports the place', async () => {
    const whole = await readAll(reader, fileOf(sample))
    const text = sample.toString().trimEnd()
    const start = text.indexOf('\n', text.search(/<(?:disqus|rss)/)) + 400
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: start, max: text.length - 1 }), async (end) => {
        const { pages, comments, losses } = await readAll(reader, fileOf(text.slice(0, end)))
        expect(comments).toEqual(whole.comments.slice(0, comments.length))
        expect([...pages]).toEqual([...whole.pages].slice(0, pages.size))
        const broken = losses.filter(({ reason }) => reason === 'broken-record')
        expect(broken).toHaveLength(1)
        expect(broken[0]?.note).toBe('the data is damaged or incomplete: export it again')
        const line = Number(broken[0]?.place.slice('line '.length))
        expect(line).toBeLessThanOrEqual(text.slice(0, end).split('\n').length)
        expect(comments.every(({ place }) => Number(place.slice('line '.length)) <= line)).toBe(
          true,
        )
      }),
    )
  })

  test('reads a damaged file without a crash', async () => {
    const edits = fc.array(
      fc.tuple(fc.nat(sample.length - 1), fc.constantFrom(...Buffer.from('<>&/!["\'-\0\n\xff'))),
      { minLength: 1, maxLength: 50 },
    )
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        const damaged = Buffer.from(sample)
        for (const [offset, byte] of changes) damaged[offset] = byte
        await readAll(reader, fileOf(damaged)).catch((error) => {
          expect(error).toBeInstanceOf(NotAnExport)
        })
      }),
    )
  })

  test('rejects garbage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        await expect(readAll(reader, fileOf(bytes))).rejects.toThrow(NotAnExport)
      }),
    )
  })
})

const post = (message: string) =>
  '<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">' +
  `<post dsq:id="1"><message>${message}</message></post></disqus>`

async function contentOf(file: string | Uint8Array): Promise<string | undefined> {
  return (await readAll(disqus, fileOf(file))).comments[0]?.content
}

test('keeps control characters, raw and as references', async () => {
  expect(await contentOf(post('a\b&#11;<![CDATA[c\u0000\u001F]]>'))).toBe('a\b\vc\u0000\u001F')
})

test('accepts a byte order mark and the output of plugins before the document', async () => {
  const before = '\uFEFF\n<br />\n<b>Warning</b>: headers <p>sent\n<?xml version="1.0"?>'
  expect(await contentOf(before + post('Words.'))).toBe('Words.')
})

test('decodes the encoding that the file declares', async () => {
  const file = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${post('Zoë')}`
  expect(await contentOf(Buffer.from(file('ISO-8859-1'), 'latin1'))).toBe('Zoë')
  expect(await contentOf(file('utf-8'))).toBe('Zoë')
  expect(await contentOf(file('UTF-16'))).toBe('Zoë')
  expect(await contentOf(file('klingon'))).toBe('Zoë')
})

test('does not expand entities of the document', async () => {
  const bomb = '<!DOCTYPE d [<!ENTITY a "aaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
  expect(await contentOf(bomb + post('&a;&b;&amp;&#x41;'))).toBe('&a;&b;&A')
})

test('reports a comment that is too long, and continues', async () => {
  const next = '<post dsq:id="2"><message>Words.</message></post></disqus>'
  const long = post('x'.repeat(9 * 2 ** 20)).replace('</disqus>', next)
  const { comments, losses } = await readAll(disqus, fileOf(long))
  expect(losses).toMatchObject([{ ids: ['1'], note: 'it is larger than 8 MB' }])
  expect(comments).toMatchObject([{ id: '2', content: 'Words.' }])
})

test.each([
  ['a text section', `<![CDATA[${'x'.repeat(17 * 2 ** 20)}`, 'larger than 16 MB'],
  ['a tag', `<a ${'b="c" '.repeat(3 * 2 ** 20)}`, 'larger than 16 MB'],
  ['nesting', '<a>'.repeat(100_000), 'nested too deeply'],
])('stops at %s without end', async (_, text, note) => {
  const sizes = new Array(Math.floor(text.length / 65_536)).fill(65_536)
  const { comments, losses } = await readAll(disqus, fileOf(post(text), sizes))
  expect(comments).toEqual([])
  expect(losses).toMatchObject([{ ids: ['1'], note: expect.stringContaining(note) }])
})
