import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/errors'
import { isNightly, oneOfEvery } from '@/test/nightly'
import { drawWidths } from './draw-widths'

const { signal } = new AbortController()
const picture = (width: number, height: number, background = { r: 200, g: 40, b: 20 }) =>
  sharp({ create: { width, height, channels: 3, background } })
const svg = (content: string, attributes = 'viewBox="0 0 24 12"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
const disc = '<circle cx="12" cy="6" r="6" fill="rgb(200,40,20)"/>'

/** Creates an animation of frames in different colours. */
async function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const colours = Array.from({ length: frames }, (_, n) => ({ r: (n * 60) % 256, g: 90, b: 30 }))
  const drawn = await Promise.all(
    colours.map((colour) => picture(width, height, colour).png().toBuffer()),
  )
  return sharp(drawn, { join: { animated: true } })
    .gif({ delay: frames > 0 ? Array(frames).fill(100) : [] })
    .toBuffer()
}

describe('encodes an image as WebP in its own and each smaller width', () => {
  type Encoded = [string, () => Buffer | Promise<Buffer>, number[], number]
  test.each(
    oneOfEvery<Encoded>(2, [
      [
        'a large JPEG, at most 2,400 wide',
        () => picture(3_000, 2_000).jpeg().toBuffer(),
        [480, 960, 1_600, 2_400],
        1_600,
      ],
      ['a PNG', () => picture(1_000, 500).png().toBuffer(), [480, 960, 1_000], 500],
      ['a small WebP', () => picture(300, 200).webp().toBuffer(), [300], 200],
      ['an AVIF', () => picture(700, 700).avif().toBuffer(), [480, 700], 700],
      [
        'a tall image, at most 4,800 high',
        () => picture(600, 9_600).png().toBuffer(),
        [300],
        4_800,
      ],
      ['an SVG without a size', () => svg(disc), [480, 960, 1_600], 800],
      ['a still GIF', () => picture(500, 100).gif().toBuffer(), [480, 500], 100],
    ]),
  )('%s', async (_, make, widths, height) => {
    const drawn = await drawWidths(await make(), signal)
    expect(drawn).toMatchObject({ width: widths.at(-1), height, isMoving: false })
    expect(drawn.files.map(({ width }) => width)).toEqual(widths)
    for (const { width, bytes } of drawn.files)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width })
    expect(drawn.id).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('keeps the animation and timing of a GIF, at most 960 pixels wide', async () => {
  const drawn = await drawWidths(await animation(4, 1_200, 600), signal)
  expect(drawn).toMatchObject({ width: 960, height: 480, isMoving: true })
  for (const { width, bytes } of drawn.files) {
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      pages: 4,
      width,
      delay: [100, 100, 100, 100],
    })
  }
})

test('removes metadata and applies the orientation', async () => {
  const bytes = await picture(400, 200)
    .withExif({
      IFD0: { Copyright: 'somebody', Make: 'CameraMaker' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">somebody</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const sent = await sharp(bytes).metadata()
  expect(sent.exif && sent.xmp && sent.orientation).toBe(6)
  const drawn = await drawWidths(bytes, signal)
  expect(drawn).toMatchObject({ width: 200, height: 400 })
  for (const { bytes: file } of drawn.files) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(file).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    for (const word of ['EXIF', 'XMP ', 'somebody', 'CameraMaker'])
      expect(file.includes(word), word).toBe(false)
  }
})

test('rasterises an SVG without running its script', async () => {
  const hostile =
    `<script>fetch('https://evil.example')</script>` +
    `<a href="javascript:alert(1)" onclick="alert(1)">${disc}</a>`
  const { files } = await drawWidths(svg(hostile), signal)
  for (const { bytes } of files) {
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(bytes.includes('script')).toBe(false)
  }
})

test('gives the same image the same id, regardless of its metadata', async () => {
  const plain = await drawWidths(await picture(90, 60).png().toBuffer(), signal)
  const withMetadata = await drawWidths(
    await picture(90, 60)
      .withExif({ IFD0: { Copyright: 'me' } })
      .png()
      .toBuffer(),
    signal,
  )
  const other = await drawWidths(
    await picture(90, 60, { r: 0, g: 0, b: 9 }).png().toBuffer(),
    signal,
  )
  expect(withMetadata.id).toBe(plain.id)
  expect(other.id).not.toBe(plain.id)
})

describe('rejects', () => {
  const noise = Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 7_919) & 255))
  /** Creates a PNG of a few hundred kilobytes with 256 million pixels. */
  const bomb = () =>
    sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer()

  type Rejected = [name: string, code: string, make: () => Buffer | Promise<Buffer>]
  const largeBombs: Rejected[] = [
    ['256 million pixels in a small file', 'invalid-parameters', bomb],
    ['an animation of 90 million pixels', 'invalid-parameters', () => animation(9, 2_500, 4_000)],
  ]

  test.each<Rejected>([
    ['an empty file', 'unsupported-media-type', () => Buffer.alloc(0)],
    [
      'an HTML page',
      'unsupported-media-type',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    ],
    ['a text file', 'unsupported-media-type', () => Buffer.from('GIF89 is not how it begins')],
    ['a PDF', 'unsupported-media-type', () => Buffer.from('%PDF-1.7\n')],
    ['a TIFF', 'unsupported-media-type', () => picture(4, 4).tiff().toBuffer()],
    ['an icon', 'unsupported-media-type', () => Buffer.from('\0\0\x01\0\x01\0', 'latin1')],
    [
      'an SVG with an external file',
      'unsupported-media-type',
      () => svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    ],
    [
      'an SVG with entities',
      'unsupported-media-type',
      () => Buffer.from('<!DOCTYPE svg [<!ENTITY a "&b;">]><svg>&a;</svg>'),
    ],
    [
      'a JPEG without image data',
      'invalid-parameters',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), noise]),
    ],
    ['a GIF without image data', 'invalid-parameters', () => Buffer.from('GIF89a')],
    [
      'a truncated image',
      'invalid-parameters',
      async () => (await picture(400, 400).png().toBuffer()).subarray(0, 200),
    ],
    ['an extremely tall SVG', 'invalid-parameters', () => svg(disc, 'width="1" height="1000000"')],
    ...(isNightly ? largeBombs : []),
  ])('%s', async (_, code, make) => {
    const error = await drawWidths(await make(), signal).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code })
  })
})
