import { escapeAlt } from '@/components/admin/images/image-markdown'
import { type ImageWidth, readImageWidth } from '@/lib/markdown/own-image'

/** An image that is alone on its line of Markdown. */
export type FigureLine = { src: string; width: ImageWidth; alt: string; caption: string }

const line = /^!\[((?:[^[\]\\]|\\.)*)\]\(([^\s()<>"]+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?[ \t]*\)[ \t]*$/

/** Removes backslashes before punctuation, except before `&`, which may begin an entity. */
const withoutEscapes = (words = '') => words.replaceAll(/\\([!-%'-/:-@[-`{-~])/g, '$1')

/** Reads a line of Markdown; returns undefined unless it contains only an image. */
export function readFigureLine(text: string): FigureLine | undefined {
  const [, alt, address, caption] = line.exec(text) ?? []
  if (address === undefined) return undefined
  return { ...readImageWidth(address), alt: withoutEscapes(alt), caption: withoutEscapes(caption) }
}

/** Writes an image: `![A hill](/images/….webp#wide "Caption")`. */
export function writeFigureLine({ src, width, alt, caption }: FigureLine): string {
  const address = width === 'normal' ? src : `${src}#${width}`
  const words = caption.trim().replaceAll(/\s+/g, ' ').replaceAll(/["\\]/g, '\\$&')
  return `![${escapeAlt(alt)}](${address}${words && ` "${words}"`})`
}
