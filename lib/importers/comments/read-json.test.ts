import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expectAnyChunks,
  expectAnyEnd,
  fileOf,
  headOf,
  readAll,
  readSample,
} from '@/test/importers/import-samples'
import { isNightly } from '@/test/nightly'
import { readJson, recordPaths } from './read-json'
import { artalk } from './readers/artalk'
import { comentario, commento } from './readers/commento'
import { remark42 } from './readers/remark42'
import { twikoo, valine, waline } from './readers/waline'
import { NotAnExport, type SourceFile } from './source-record'

const damaged = 'the data is damaged or incomplete: export it again'

const readFile = async (file: SourceFile, pathsOf = recordPaths) => {
  const found: unknown[] = []
  for await (const element of readJson(file, pathsOf))
    found.push(
      element.kind === 'loss'
        ? `${element.loss.place}: ${element.loss.note}`
        : [element.place, element.list, element.fields],
    )
  return found
}

const read = (content: string, pathsOf = recordPaths) => readFile(fileOf(content), pathsOf)

test('reads the elements of several lists, with their lines', async () => {
  const content = '{\n"a": [\n{"id": 1},\n{"id": 2}],\n"other": [{"id": 3}], "b": [{\n"id": 4}]}'
  expect(await read(content, () => ['$.a.*', '$.b.*'])).toEqual([
    ['line 3', 'a', { id: 1 }],
    ['line 4', 'a', { id: 2 }],
    ['line 5', 'b', { id: 4 }],
  ])
})

test('counts the records of each list if they are in one line', async () => {
  const content = '{"a": [{"id": 1}, {"id": 2}], "b": [{"id": 3}, {"id": 4}, {'
  expect(await read(content, () => ['$.a.*', '$.b.*'])).toEqual([
    ['record 1', 'a', { id: 1 }],
    ['record 2', 'a', { id: 2 }],
    ['record 1', 'b', { id: 3 }],
    ['record 2', 'b', { id: 4 }],
    `record 3: ${damaged}`,
  ])
})

test.each([
  ['nothing', '{"id":1}{"id":2}{"id":3}', ['record 1', 'record 2', 'record 3']],
  ['spaces', '{"id":1} {"id":2}\t{"id":3} ', ['record 1', 'record 2', 'record 3']],
  ['line breaks', '{"id":1}\r\n\r\n{"id":2}\r\n{"id":3}\r\n', ['line 1', 'line 3', 'line 4']],
  ['both', '{"id":1}\n{"id":2} {"id":3}', ['line 1', 'line 2', 'line 2']],
  ['inner line feeds', '{\n"id":1}\n{\n"id":2}\n{"id":3}', ['record 1', 'line 3', 'line 5']],
  ['commas in a list', '\uFEFF [{"id":1},{"id":2},{"id":3}]', ['record 1', 'record 2', 'record 3']],
])('reads values with %s between them', async (_, content, places) => {
  expect(await read(content)).toEqual(places.map((place, index) => [place, '', { id: index + 1 }]))
})

test.each([
  ['a string', '{"id": 2, "text": "wor'],
  ['an object', '{"id": 2,'],
  ['a list', '{"id": 2, "list": ['],
  ['a word', '{"id": tru'],
])('skips a line of JSON Lines that ends in %s, and reads on', async (_, line) => {
  const content = ['{"id": 1}', line, '{"id": 3}', '{"id": 4}', line].join('\n')
  const found = await read(content)
  expect(
    found.map((element) => (typeof element === 'string' ? element.slice(0, 6) : 'fields')),
  ).toEqual(['fields', 'line 2', 'fields', 'fields', 'line 5'])
  const withoutStart = await read(content.slice(content.indexOf('\n') + 1))
  expect(withoutStart).toHaveLength(4)
})

test('reads a damaged document up to the damage', async () => {
  const start = '{"a": [\n{"id": 1},\n{"id": 2},\n'
  const pathsOf = () => ['$.a.*']
  expect((await read(`${start}{"id": 3`, pathsOf))[2]).toBe(`line 4: ${damaged}`)
  expect((await read(`${start}{"id": "3`, pathsOf))[2]).toBe(`line 4: ${damaged}`)
  expect((await read(`${start}{"id": 3 4}, {"id": 5}]}`, pathsOf))[2]).toBe(`line 4: ${damaged}`)
  expect((await read(`${start}7, {"id": 5}]}`, pathsOf)).slice(2)).toEqual([
    `line 4: ${damaged}`,
    ['line 4', 'a', { id: 5 }],
  ])
  expect(await read(`${start}{"id": 3}]} more`, pathsOf)).toHaveLength(4)
})

test('rejects files that are not JSON, or have no records', async () => {
  await expect(read(' ')).rejects.toThrow(
    new NotAnExport('it contains no comments: export them again'),
  )
  await expect(read('<?xml version="1.0"?>')).rejects.toThrow('its format is not supported')
  await expect(read('{"b": []}', () => ['$.a.*'])).rejects.toThrow(
    'it contains no comments: export them again',
  )
})

test('stops at a value that is nested too deeply', async () => {
  const deep = '['.repeat(1_000_000)
  expect(await read(`[{"id": 1}, {"id": ${deep}`)).toEqual([
    ['record 1', '', { id: 1 }],
    `record 2: ${damaged}`,
  ])
  const inRest = await read(`{"rest": ${deep}, "a": []}`, () => ['$.a.*'])
  expect(inRest).toEqual([`record 1: ${damaged}`])
})

if (isNightly)
  test('stops at an element that is too large', async () => {
    let chunks = 0
    const file: SourceFile = {
      name: 'export',
      async *open() {
        yield Buffer.from('[{"id": 1}, {"text": "')
        for (; chunks < 1_000; chunks++) yield Buffer.alloc(2 ** 20, 'x')
      },
    }
    expect(await readFile(file)).toEqual([
      ['record 1', '', { id: 1 }],
      'record 2: it is larger than 64 MB',
    ])
    expect(chunks).toBeLessThan(70)
  })

test('reads keys such as __proto__ like any others', async () => {
  const content = '[{"__proto__": {"id": 1}, "constructor": 2, "toString": 3}]'
  const [element] = await read(content)
  expect(element).toEqual(['record 1', '', JSON.parse(content)[0]])
  expect(Object.hasOwn({}, 'id')).toBe(false)
})

test('replaces bytes that are not UTF-8', async () => {
  const content = Buffer.from('[{"id": "a\u00FFb"}]', 'latin1')
  expect(await readFile(fileOf(content))).toEqual([['record 1', '', { id: 'a\uFFFDb' }]])
})

const samples = [
  { reader: remark42, name: 'remark42.jsonl' },
  { reader: waline, name: 'waline.json' },
  { reader: valine, name: 'valine.jsonl' },
  { reader: twikoo, name: 'twikoo.json' },
  { reader: artalk, name: 'artrans.json' },
  { reader: commento, name: 'commento.json' },
  { reader: comentario, name: 'comentario.json' },
]

describe.each(samples)('the sample $name', ({ reader, name }) => {
  const content = readSample(name)

  test('is recognised only by its own reader', () => {
    const found = samples.filter((sample) => sample.reader.detect(headOf(content)))
    expect(found.map((sample) => sample.name)).toEqual([name])
  })

  test('gives the same records wherever its chunks end', () => expectAnyChunks(reader, content))

  test('keeps the records before its end, wherever it is cut', () => expectAnyEnd(reader, content))

  test('is read without errors after any change to a value', async () => {
    const text = content.toString()
    const values = [...text.matchAll(/(?<=": ?)(?:"(?:[^"\\]|\\.)*"|[\w.-]+|\[|\{)/g)]
    await fc.assert(
      fc.asyncProperty(fc.nat(values.length - 1), fc.json(), async (number, json) => {
        const [value = '', start = 0] = [values[number]?.[0], values[number]?.index]
        const changed = text.slice(0, start) + json + text.slice(start + value.length)
        const { comments } = await readAll(reader, fileOf(changed))
        for (const { id, parentId, pageId, authorName, content } of comments)
          for (const field of [id, parentId, pageId, authorName, content])
            expect(field).toBeTypeOf('string')
      }),
      { numRuns: isNightly ? 1_000 : 50 },
    )
  })

  test('is read without errors after any change to its bytes', async () => {
    const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const changed = Buffer.from(content)
        for (const [index, byte] of changes) changed[index] = byte
        try {
          await readAll(reader, fileOf(changed))
        } catch (error) {
          expect(error).toBeInstanceOf(NotAnExport)
        }
      }),
      { numRuns: isNightly ? 1_000 : 50 },
    )
  })
})
