import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

let shade = 0
/** Returns an image that no other test uploads. */
export async function newPicture(name = 'hill.png') {
  shade += 1
  const background = { r: (Date.now() + shade) % 256, g: (shade * 40) % 256, b: process.pid % 256 }
  const buffer = await sharp({ create: { width: 1_200, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Returns an image too large to upload through the server: noise, which does not compress. */
export async function largePicture(name = 'noise.png') {
  const width = 1_400
  const height = 1_300
  const buffer = await sharp(randomBytes(width * height * 3), {
    raw: { width, height, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Drops files from another program below the last line of the editor. */
export async function drop(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const payloads = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, mimeType, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, payloads)
  const box = await page.locator('.cm-line').last().boundingBox()
  const at = { clientX: (box?.x ?? 0) + 500, clientY: (box?.y ?? 0) + 5 }
  await page
    .getByRole('textbox', { name: 'Text of the post' })
    .dispatchEvent('drop', { dataTransfer, ...at })
}
