import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isNightly, oneOfEvery } from '@/test/nightly'
import { decodeIcon } from './decode-icon'
import { drawImage } from './draw-image'

const { signal } = new AbortController()
const colour = { r: 200, g: 40, b: 20 }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const svg = (content: string, attributes = 'width="512" height="512"') =>
  Buffer.from(
    '<?xml version="1.0"?><!-- drawn -->' +
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`,
  )
const disc = '<circle cx="50%" cy="50%" r="50%" fill="rgb(200,40,20)"/>'

/** Creates an icon file from bitmaps or PNGs. */
function icon(...entries: { width: number; bits: number; bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + entries.length * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(entries.length, 4)
  let offset = header.length
  for (const [index, { width, bits, bytes }] of entries.entries()) {
    const at = 6 + index * 16
    header.writeUInt8(width & 255, at)
    header.writeUInt16LE(bits, at + 6)
    header.writeUInt32LE(bytes.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...entries.map(({ bytes }) => bytes)])
}

/**
 * Creates a square bitmap for an icon in one colour. Its upper half is masked if the format allows
 * it.
 */
function bitmap(width: number, bits: 1 | 4 | 8 | 24 | 32): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(width * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  const bgra = [colour.b, colour.g, colour.r, 255]
  const palette = bits > 8 ? [] : Array.from({ length: 2 ** bits }, () => bgra).flat()
  const row = Math.ceil((width * bits) / 32) * 4
  const pixels = Buffer.alloc(row * width)
  if (bits > 8)
    for (let y = 0; y < width; y++)
      for (let x = 0; x < width; x++) pixels.set(bgra.slice(0, bits / 8), y * row + (x * bits) / 8)
  const maskRow = Math.ceil(width / 32) * 4
  const mask = Buffer.alloc(maskRow * width).fill(255, (maskRow * width) / 2)
  return Buffer.concat([header, Buffer.from(palette), pixels, mask])
}

async function look(drawn: Buffer) {
  const { data, info } = await sharp(drawn)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ]
  const { format } = await sharp(drawn).metadata()
  return {
    format,
    width: info.width,
    height: info.height,
    middle: pixel(info.width >> 1, info.height >> 1),
    pixel,
  }
}

/** Checks the colour with a tolerance for lossy compression. */
function expectColour([red = 0, green = 0, blue = 0]: number[]): void {
  for (const [value, wanted] of [
    [red, 200],
    [green, 40],
    [blue, 20],
  ] as const)
    expect(Math.abs(value - wanted)).toBeLessThan(12)
}

describe('encodes an image as WebP in the size shown', () => {
  type Encoded = [string, () => Promise<Buffer>, number[], number[]]
  test.each(
    oneOfEvery<Encoded>(2, [
      ['JPEG', () => picture(1_200, 630).jpeg().toBuffer(), [480, 360], [64, 33]],
      ['PNG', () => picture(1_200, 630).png().toBuffer(), [480, 360], [64, 34]],
      ['GIF', () => picture(400, 4_000).gif().toBuffer(), [400, 360], [6, 64]],
      ['WebP', () => picture(100, 80).webp().toBuffer(), [100, 80], [64, 51]],
      ['AVIF', () => picture(600, 600).avif().toBuffer(), [480, 360], [64, 64]],
      ['SVG', async () => svg(disc), [480, 360], [64, 64]],
      ['SVG without a size', async () => svg(disc, 'viewBox="0 0 24 24"'), [480, 360], [64, 64]],
      [
        'ICO of PNGs',
        async () => icon({ width: 0, bits: 32, bytes: await picture(256, 256).png().toBuffer() }),
        [256, 256],
        [64, 64],
      ],
      [
        'ICO with bitmaps',
        async () => icon({ width: 16, bits: 32, bytes: bitmap(16, 32) }),
        [16, 16],
        [16, 16],
      ],
    ]),
  )('%s', async (_, make, card, small) => {
    const bytes = await make()
    for (const [use, [width, height]] of [
      ['card', card],
      ['icon', small],
    ] as const) {
      const seen = await look(await drawImage(bytes, use, signal))
      expect(seen).toMatchObject({ format: 'webp', width, height })
      expectColour(seen.middle)
    }
  })

  test('removes metadata and applies the orientation', async () => {
    const bytes = await picture(40, 20)
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
      .jpeg()
      .toBuffer()
    const drawn = await drawImage(bytes, 'card', signal)
    const { width, height, exif } = await sharp(drawn).metadata()
    expect([width, height, exif]).toEqual([20, 40, undefined])
    expect(drawn.includes('somebody')).toBe(false)
  })
})

describe('icons', () => {
  test.each([1, 4, 8, 24] as const)(
    'keeps the colours of a bitmap of %i bits and hides masked pixels',
    async (bits) => {
      const { pixel } = await look(
        await drawImage(icon({ width: 32, bits, bytes: bitmap(32, bits) }), 'icon', signal),
      )
      expectColour(pixel(16, 24))
      expect(pixel(16, 24)[3]).toBe(255)
      expect(pixel(16, 8)[3]).toBe(0)
    },
  )

  test('selects the smallest image of at least 32 pixels', () => {
    const of = (...widths: number[]) =>
      decodeIcon(icon(...widths.map((width) => ({ width, bits: 32, bytes: bitmap(width, 32) }))))
    expect(of(16, 48, 32, 64)).toMatchObject({ width: 32 })
    expect(of(16, 24)).toMatchObject({ width: 24 })
  })
})

describe('rejects', () => {
  const noise = Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 7_919) & 255))
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['an HTML page', () => Buffer.from('<!doctype html><svg></svg>')],
    ['random bytes', () => noise],
    ['a JPEG without image data', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), noise])],
    ['a truncated image', async () => (await picture(400, 400).png().toBuffer()).subarray(0, 200)],
    ['a TIFF', () => picture(4, 4).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['an icon without images', () => icon()],
    [
      'an icon with an offset outside the file',
      () => icon({ width: 32, bits: 32, bytes: bitmap(32, 32).subarray(0, 60) }),
    ],
    [
      'an icon that claims to be huge',
      () => icon({ width: 32, bits: 32, bytes: bitmap(32, 32).fill(0x7f, 4, 12) }),
    ],
    ['an image of 36 million pixels', () => picture(6_000, 6_000).png().toBuffer()],
    ['an extremely wide SVG', () => svg(disc, 'width="1000000" height="1000000"')],
    [
      'an SVG with an external file',
      () => svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    ],
    ['an SVG with an embedded image', () => svg('<image href="data:image/png;base64,AAAA"/>')],
    [
      'an SVG with entities',
      () =>
        Buffer.from(
          '<!DOCTYPE svg [<!ENTITY a "&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        ),
    ],
    ['endless comments', () => Buffer.from('<!---->'.repeat(10_000))],
  ])('%s', async (_, make) => {
    await expect(drawImage(await make(), 'icon', signal)).rejects.toThrow(RangeError)
  })

  if (isNightly)
    test('an SVG that would take minutes, after five seconds', async () => {
      const levels = Array.from(
        { length: 30 },
        (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`,
      ).join('')
      const begun = performance.now()
      await expect(
        drawImage(
          svg(`<defs><g id="a0">${disc}</g>${levels}</defs><use href="#a30"/>`),
          'icon',
          signal,
        ),
      ).rejects.toThrow(RangeError)
      expect(performance.now() - begun).toBeLessThan(7_000)
    })
})
