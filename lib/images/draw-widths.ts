import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, InvalidInput } from '@/lib/errors'
import { drawInProcess } from '@/lib/images/drawing/draw-in-process'
import { imageFormatOf } from '@/lib/images/drawing/image-format'
import { type OwnImage, widthsOf } from '@/lib/markdown/own-image'
import { imageFormatsInWords } from './image'

/** An image drawn anew: what is to be kept of it, and nothing of the file it came from. */
export type DrawnImage = OwnImage & { isMoving: boolean; files: { width: number; bytes: Buffer }[] }

/** What bounds a picture, in pixels. Those that come in are of all its frames together: a camera's 61 million, or 10 s of a small film. */
const limits = {
  inputPixelsMax: 64_000_000,
  widthMax: 2_400,
  heightMax: 4_800,
  movingWidthMax: 960,
  drawingWidth: 1_600,
}
const drawTimeoutMs = 25_000
const drawnBytesMax = 24 * 1_048_576

/**
 * Draws a picture upright in all its widths, as WebP, in the colours of sRGB, without a word of what was told beside its
 * pixels. It writes a line of JSON, and then the files.
 */
const program = `
import sharp from 'sharp'
const { isDrawing, limits, allWidths } = JSON.parse(process.argv[1])
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = Buffer.concat(chunks)
sharp.concurrency(1)
const options = { limitInputPixels: limits.inputPixelsMax, failOn: 'error' }
const { width, height, pages = 1, pageHeight = height, density = 72 } = await sharp(bytes, { limitInputPixels: false }).metadata()
const isMoving = pages > 1 && !isDrawing
// A drawing has no pixels of its own: it is drawn as wide as a page shows it on a dense screen.
if (isDrawing) options.density = Math.min(Math.max((density * limits.drawingWidth) / width, 1), 10000)
const scale = isDrawing ? options.density / density : 1
let head = { fault: 'pixels' }
let files = []
if (width * scale * pageHeight * scale * (isMoving ? pages : 1) <= limits.inputPixelsMax) {
  const bounds = { width: limits.widthMax, height: limits.heightMax, fit: 'inside', withoutEnlargement: true }
  const encode = (image) => image.webp({ quality: 82, smartSubsample: true, effort: isMoving ? 2 : 4 }).toBuffer({ resolveWithObject: true })
  let draw
  if (isMoving) {
    draw = (width) => encode(sharp(bytes, { ...options, animated: true }).resize({ ...bounds, width }))
  } else {
    const { data, info } = await sharp(bytes, options).autoOrient().resize(bounds).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    draw = (width) => encode(sharp(data, { raw }).resize({ width, withoutEnlargement: true }))
  }
  const { data, info } = await draw(isMoving ? limits.movingWidthMax : limits.widthMax)
  const full = { width: info.width, height: isMoving ? Math.round(info.height / pages) : info.height }
  for (const narrower of allWidths.filter((one) => one < full.width)) files.push({ width: narrower, bytes: (await draw(narrower)).data })
  files.push({ width: full.width, bytes: data })
  head = { ...full, isMoving, files: files.map(({ width, bytes }) => ({ width, length: bytes.length })) }
}
process.stdout.write(JSON.stringify(head) + '\\n')
for (const { bytes } of files) process.stdout.write(bytes)
`

const size = z.int().positive()
const headOf = z.union([
  z.object({ fault: z.literal('pixels') }),
  z.object({
    width: size,
    height: size,
    isMoving: z.boolean(),
    files: z.array(z.object({ width: size, length: size })),
  }),
])

const refusal = (message: string) => new InvalidInput([{ field: 'image', message }])

async function run(bytes: Buffer, isDrawing: boolean, signal: AbortSignal): Promise<Buffer> {
  const bounds = { timeoutMs: drawTimeoutMs, drawnBytesMax, signal }
  try {
    return await drawInProcess(
      program,
      { isDrawing, limits, allWidths: widthsOf(limits.widthMax) },
      bytes,
      bounds,
    )
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RangeError)
      throw refusal('cannot be drawn: it is broken or cut short, or it takes too long')
    throw error
  }
}

/** Parts what the program wrote, one file behind the other. */
function cutFiles(
  drawn: Buffer,
  lengths: { width: number; length: number }[],
): DrawnImage['files'] {
  let at = 0
  return lengths.map(({ width, length }) => {
    const begin = at
    at += length
    return { width, bytes: drawn.subarray(begin, at) }
  })
}

/** One after the other: a large picture takes some 200 MB while it is drawn. */
let last: Promise<unknown> = Promise.resolve()

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

/**
 * Draws an image of the owner's anew in every width that pages ask for, at most 2,400 pixels wide. A moving one goes on
 * moving, at most 960 pixels wide; a drawing (SVG) becomes pixels.
 *
 * @returns its files as WebP, the narrowest first; `id` is the hash of the widest, the same for the same picture
 * @throws AppError `unsupported-media-type` where the bytes are no picture; InvalidInput where they cannot be drawn within
 *   25 s, or are more than 64 million pixels; the signal's reason where it is aborted
 */
export async function drawWidths(bytes: Buffer, signal: AbortSignal): Promise<DrawnImage> {
  const format = imageFormatOf(bytes)
  if (format === undefined || format === 'icon') {
    throw new AppError(
      'unsupported-media-type',
      `An image must be ${imageFormatsInWords}; a drawing must hold nothing but itself.`,
    )
  }
  const drawn = await inTurn(() => run(bytes, format === 'svg', signal))
  const end = drawn.indexOf('\n')
  const head = headOf.parse(JSON.parse(drawn.toString('utf8', 0, end)))
  if ('fault' in head)
    throw refusal('has too many pixels: 64 million at most, all frames of a moving one together')
  const files = cutFiles(drawn.subarray(end + 1), head.files)
  const id = createHash('sha256')
    .update(files.at(-1)?.bytes ?? '')
    .digest('hex')
    .slice(0, 32)
  return { id, width: head.width, height: head.height, isMoving: head.isMoving, files }
}
