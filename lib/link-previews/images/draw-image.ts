import 'server-only'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { drawInProcess } from '@/lib/images/drawing/draw-in-process'
import { imageFormatOf } from '@/lib/images/drawing/image-format'
import { decodeIcon } from './decode-icon'
import type { ImageUse } from './image-address'

/** Pixels: twice the size on a card, for dense screens. */
const sizes = {
  card: { width: 480, height: 360, fit: 'cover' },
  icon: { width: 64, height: 64, fit: 'inside' },
} as const

const inputPixelsMax = 32_000_000
const drawnBytesMax = 1_048_576
const drawTimeoutMs = 5_000

const processSlots = new Semaphore(2)

const program = `
const { options, size, isDrawing } = task
if (isDrawing) {
  // An SVG has no pixel size of its own, so render it at the size shown.
  const { width = size.width, density = 72 } = await sharp(bytes, options).metadata()
  options.density = Math.min(Math.max((density * size.width) / width, 1), 2400)
}
const image = sharp(bytes, options)
  .autoOrient()
  .resize({ ...size, withoutEnlargement: true })
  .webp({ quality: 78 })
process.stdout.write(await image.toBuffer())
`

/**
 * Re-encodes a third-party image as WebP, so that only its pixels reach readers. Uses the first
 * frame of an animation.
 *
 * @returns at most 480 × 360 pixels for a card, cropped to that shape, and 64 × 64 for an icon
 * @throws RangeError if the bytes are not in a supported format or cannot be decoded within 5 s;
 *   the signal's reason if it was aborted while waiting for a slot
 */
export async function drawImage(
  bytes: Buffer,
  use: ImageUse,
  signal: AbortSignal,
): Promise<Buffer> {
  const format = imageFormatOf(bytes)
  if (format === undefined) throw new RangeError('not an image')
  const icon = format === 'icon' ? decodeIcon(bytes) : bytes
  const isBitmap = 'data' in icon
  const task = {
    options: {
      limitInputPixels: inputPixelsMax,
      pages: 1,
      failOn: 'error',
      ...(isBitmap && { raw: { width: icon.width, height: icon.height, channels: 4 } }),
    },
    size: sizes[use],
    isDrawing: format === 'svg',
  }
  const bounds = { timeoutMs: drawTimeoutMs, drawnBytesMax, signal }
  return processSlots.run(signal, () =>
    drawInProcess(program, task, isBitmap ? icon.data : icon, bounds),
  )
}
