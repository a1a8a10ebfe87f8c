import { describe, expect, test } from 'vitest'
import { hostileImages } from '@/test/link-previews/hostile-images'
import { spentMs } from '@/test/spent-ms'
import { imageFormatOf } from './image-format'

describe('the format of a hostile image is found in less than 100 ms', () => {
  test.each(hostileImages)('%s', (_, image) => {
    expect(spentMs(() => imageFormatOf(image))).toBeLessThan(100)
  })
})

const svg = (content: string, declaration = '') =>
  Buffer.from(`${declaration}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)

describe('a drawing that is more than shapes is no image', () => {
  test.each([
    ['a picture within it', svg('<image href="data:,"/>')],
    [
      'a picture under a prefix that is not ASCII',
      svg('<é:image xmlns:é="http://www.w3.org/2000/svg" href="data:,"/>'),
    ],
    ['a filter that loads a picture', svg('<s:feImage/>')],
    ['a NUL', svg('\0')],
    ['another encoding', svg('<circle/>', '<?xml version="1.0" encoding="UTF-7"?>')],
  ])('%s', (_, image) => {
    expect(imageFormatOf(image)).toBeUndefined()
  })
})

test('a drawing may declare UTF-8, and have comments and a document type before it', () => {
  const start = '<?xml version="1.0" encoding=\'utf-8\'?>\n<!-- drawn --><!DOCTYPE svg>\n'
  expect(imageFormatOf(svg('<circle/>', start))).toBe('svg')
})
