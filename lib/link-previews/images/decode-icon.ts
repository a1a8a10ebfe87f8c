import 'server-only'

/** Pixels of an icon, four bytes each: red, green, blue, opacity. */
export type Bitmap = { data: Uint8Array; width: number; height: number }

/** Pixels on a dense screen. The smallest image at least this wide is the sharpest. */
const wantedWidth = 32
const entriesMax = 64
const headerBytes = 40
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47])

function packed(bytes: Buffer, row: number, x: number, bits: number): number {
  const value = bytes.readUInt8(row + ((x * bits) >> 3))
  return (value >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1)
}

function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4
}

/**
 * Decodes the bitmap inside an icon. It has no file header and is stored from the bottom up. The
 * height in its header is doubled, because an opacity mask follows the colours
 * (https://learn.microsoft.com/windows/win32/gdi/device-independent-bitmaps).
 */
function readBitmap(bytes: Buffer): Bitmap {
  const width = bytes.readInt32LE(4)
  const height = bytes.readInt32LE(8) / 2
  const bits = bytes.readUInt16LE(14)
  const isKnown =
    bytes.readUInt32LE(0) === headerBytes &&
    bytes.readUInt32LE(16) === 0 &&
    [1, 4, 8, 24, 32].includes(bits)
  const isSize = (pixels: number) => Number.isInteger(pixels) && pixels >= 1 && pixels <= 256
  if (!isKnown || !isSize(width) || !isSize(height)) throw new RangeError('not an icon bitmap')
  const colors = bits > 8 ? 0 : bytes.readUInt32LE(32) || 1 << bits
  const pixels = headerBytes + colors * 4
  const mask = pixels + rowBytes(width, bits) * height
  if (mask > bytes.length) throw new RangeError('a truncated icon')
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = pixels + rowBytes(width, bits) * (height - 1 - y)
    const maskRow = mask + rowBytes(width, 1) * (height - 1 - y)
    for (let x = 0; x < width; x++) {
      const from = bits > 8 ? row + (x * bits) / 8 : headerBytes + packed(bytes, row, x, bits) * 4
      const [blue = 0, green = 0, red = 0, alpha = 0] = bytes.subarray(from, from + 4)
      const opacity = bits === 32 ? alpha : 255 * (1 - packed(bytes, maskRow, x, 1))
      data.set([red, green, blue, opacity], (y * width + x) * 4)
    }
  }
  return { data, width, height }
}

/**
 * Returns the image of an `.ico` file that fits a card best: the PNG file if it is one, otherwise
 * its pixels.
 * @throws RangeError if the bytes are not an icon
 */
export function decodeIcon(icon: Buffer): Buffer | Bitmap {
  const count = Math.min(icon.readUInt16LE(4), entriesMax)
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 16
    // A width of 256 does not fit into one byte and is written as 0.
    const width = icon.readUInt8(at) || 256
    const bitsPerPixel = icon.readUInt16LE(at + 6)
    const offset = icon.readUInt32LE(at + 12)
    return {
      rank: (width >= wantedWidth ? width : 1_000 - width) * 100 - bitsPerPixel,
      bytes: icon.subarray(offset, offset + icon.readUInt32LE(at + 8)),
    }
  })
  const [best] = entries.sort((one, other) => one.rank - other.rank)
  if (!best) throw new RangeError('an icon without an image')
  return best.bytes.subarray(0, 4).equals(pngSignature) ? best.bytes : readBitmap(best.bytes)
}
