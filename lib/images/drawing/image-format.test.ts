import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { hostileImages } from '@/test/link-previews/hostile-images'
import { imageFormatOf } from './image-format'

describe('detects the format of a hostile image in less than 100 ms', () => {
  test.each(hostileImages)('%s', (_, image) => {
    expect(cpuTimeMs(() => imageFormatOf(image))).toBeLessThan(100)
  })
})

const svg = (content: string, declaration = '') =>
  Buffer.from(`${declaration}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)

describe('rejects an SVG that contains more than shapes', () => {
  test.each([
    ['an embedded image', svg('<image href="data:,"/>')],
    [
      'an image element with a non-ASCII prefix',
      svg('<é:image xmlns:é="http://www.w3.org/2000/svg" href="data:,"/>'),
    ],
    ['a filter that loads an image', svg('<s:feImage/>')],
    ['a NUL', svg('\0')],
    ['another encoding', svg('<circle/>', '<?xml version="1.0" encoding="UTF-7"?>')],
  ])('%s', (_, image) => {
    expect(imageFormatOf(image)).toBeUndefined()
  })
})

test('accepts an SVG with a UTF-8 declaration, comments and a document type', () => {
  const start = '<?xml version="1.0" encoding=\'utf-8\'?>\n<!-- drawn --><!DOCTYPE svg>\n'
  expect(imageFormatOf(svg('<circle/>', start))).toBe('svg')
})
