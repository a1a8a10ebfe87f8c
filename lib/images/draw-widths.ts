import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { AppError, InvalidInput } from '@/lib/errors'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { drawInProcess } from '@/lib/images/drawing/draw-in-process'
import { imageFormatOf } from '@/lib/images/drawing/image-format'
import { widthsOf } from '@/lib/markdown/own-image'

/**
 * Limits in pixels. `inputPixelsMax` counts all frames together: a 61-megapixel photo, or 10 s of a
 * small animation.
 */
const limits = {
  inputPixelsMax: 64_000_000,
  widthMax: 2_400,
  heightMax: 4_800,
  movingWidthMax: 960,
  drawingWidth: 1_600,
}
const drawTimeoutMs = 25_000
/** The limit of the files, which are encoded as base64. */
const drawnBytesMax = (24 * 1_048_576 * 4) / 3

/** Encodes an image in all its widths as WebP: upright, in sRGB, without metadata. */
const program = `
const { isDrawing, limits, allWidths } = task
const options = { limitInputPixels: limits.inputPixelsMax, failOn: 'error' }
const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
const { width, height, pages = 1, pageHeight = height, density = 72 } = metadata
const isMoving = pages > 1 && !isDrawing
// An SVG has no pixel size of its own, so render it as wide as a page shows it on a dense screen.
if (isDrawing)
  options.density = Math.min(Math.max((density * limits.drawingWidth) / width, 1), 10000)
const scale = isDrawing ? options.density / density : 1
let drawn = { error: 'pixels' }
if (width * scale * pageHeight * scale * (isMoving ? pages : 1) <= limits.inputPixelsMax) {
  const size = { width: limits.widthMax, height: limits.heightMax }
  const bounds = { ...size, fit: 'inside', withoutEnlargement: true }
  const webp = { quality: 82, smartSubsample: true, effort: isMoving ? 2 : 4 }
  const encode = (image) => image.webp(webp).toBuffer({ resolveWithObject: true })
  let draw
  if (isMoving) {
    const animated = { ...options, animated: true }
    draw = (width) => encode(sharp(bytes, animated).resize({ ...bounds, width }))
  } else {
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .resize(bounds)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    draw = (width) => encode(sharp(data, { raw }).resize({ width, withoutEnlargement: true }))
  }
  const { data, info } = await draw(isMoving ? limits.movingWidthMax : limits.widthMax)
  const fullHeight = isMoving ? Math.round(info.height / pages) : info.height
  const full = { width: info.width, height: fullHeight }
  const files = []
  for (const width of allWidths.filter((one) => one < full.width))
    files.push({ width, bytes: (await draw(width)).data.toString('base64') })
  files.push({ width: full.width, bytes: data.toString('base64') })
  drawn = { ...full, isMoving, files }
}
process.stdout.write(JSON.stringify(drawn))
`

const size = z.int().positive()
const output = z.union([
  z.object({ error: z.literal('pixels') }),
  z.object({
    width: size,
    height: size,
    isMoving: z.boolean(),
    files: z.array(
      z.object({ width: size, bytes: z.string().transform((text) => Buffer.from(text, 'base64')) }),
    ),
  }),
])

const refusal = (message: string) => new InvalidInput([{ field: 'image', message }])

async function run(bytes: Buffer, isDrawing: boolean, signal: AbortSignal) {
  const bounds = { timeoutMs: drawTimeoutMs, drawnBytesMax, signal }
  try {
    const task = { isDrawing, limits, allWidths: widthsOf(limits.widthMax) }
    const drawn = await drawInProcess(program, task, bytes, bounds)
    return output.parse(JSON.parse(drawn.toString()))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RangeError) throw refusal(validationText('imageUnreadable'))
    throw error
  }
}

/** Only one image is drawn at a time, because each may need 200 MB. */
const slots = new Semaphore(1)

/**
 * Re-encodes an image of the owner in every width that pages request, at most 2,400 pixels wide. An
 * animation stays animated, at most 960 pixels wide. An SVG is rasterised.
 * @returns its WebP files, the narrowest first, without any byte of the uploaded file; `id` is the
 *   hash of the widest file, so it is the same for the same image
 * @throws AppError `unsupported-media-type` if the bytes are not an image; InvalidInput if they
 *   cannot be drawn within 25 s or have more than 64 million pixels; the signal's reason if it is
 *   aborted
 */
export async function drawWidths(bytes: Buffer, signal: AbortSignal) {
  const format = imageFormatOf(bytes)
  if (format === undefined || format === 'icon') {
    throw new AppError('unsupported-media-type', errorText('imageFormat'))
  }
  const drawn = await slots.run(signal, () => run(bytes, format === 'svg', signal))
  if ('error' in drawn) throw refusal(validationText('imagePixels'))
  const id = createHash('sha256')
    .update(drawn.files.at(-1)?.bytes ?? '')
    .digest('hex')
    .slice(0, 32)
  return { id, ...drawn }
}
