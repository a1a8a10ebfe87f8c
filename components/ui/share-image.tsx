import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ImageResponse } from 'next/og'
import { drawableText } from './drawable-text'
import { shareImageSize } from './share-image-size'
import { themeColors } from './theme-colors'

const titleLengthMax = 140

/** Returns the font size in pixels: smaller for longer titles. */
function titleSize(title: string): number {
  return title.length <= 36 ? 92 : title.length <= 80 ? 72 : 56
}

/** Each file has its own family name: of two files with the same name, only the first is used. */
const fonts = {
  Newsreader: 'newsreader-latin-500-normal.woff',
  'Newsreader Extended': 'newsreader-latin-ext-500-normal.woff',
  'Newsreader Vietnamese': 'newsreader-vietnamese-500-normal.woff',
}

const fontFamily = Object.keys(fonts).join(', ')

async function readFonts() {
  const folder = path.join(process.cwd(), 'node_modules/@fontsource/newsreader/files')
  return Promise.all(
    Object.entries(fonts).map(async ([name, file]) => ({
      name,
      data: await readFile(path.join(folder, file)),
      weight: 500 as const,
    })),
  )
}

function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill={themeColors.accent} />
      <path
        fill={themeColors.paper}
        transform="translate(-1.4 0)"
        d={
          'M9 23.5v-3.2c2.4-.3 3.9-1.7 4-3.9H9V8.5h7.3v7.4c0 4.4-2.6 7-7.3 7.6Z' +
          'm9.7 0v-3.2c2.4-.3 3.9-1.7 4-3.9h-4V8.5H26v7.4c0 4.4-2.6 7-7.3 7.6Z'
        }
      />
    </svg>
  )
}

/**
 * Draws the image that represents a link to the blog on other sites: a title above the blog's name.
 * If the bundled font lacks letters of a text, the logo takes its place, so no font is fetched over
 * the network.
 * @param detail short text beside the name
 */
export async function drawShareImage({
  title,
  name,
  detail = '',
}: {
  title: string
  name: string
  detail?: string
}): Promise<Response> {
  const headline = drawableText(title, titleLengthMax)
  const image = new ImageResponse(
    <div
      tw="flex flex-col justify-between w-full h-full p-[80px]"
      style={{ background: themeColors.paper, color: themeColors.ink, fontFamily }}
    >
      {headline === undefined ? (
        <Mark size={260} />
      ) : (
        <div
          tw="flex"
          style={{
            fontSize: titleSize(headline),
            lineHeight: 1.1,
            letterSpacing: '-0.02em',
            wordBreak: 'break-word',
          }}
        >
          {headline}
        </div>
      )}
      <div
        tw="flex items-center pt-[36px] text-[34px]"
        style={{ gap: 24, borderTop: `2px solid ${themeColors.rule}`, color: themeColors.muted }}
      >
        {headline !== undefined && <Mark size={52} />}
        <span style={{ color: themeColors.ink }}>{drawableText(name, 40) ?? ''}</span>
        <span tw="ml-auto">{drawableText(detail, 40) ?? ''}</span>
      </div>
    </div>,
    { ...shareImageSize, fonts: await readFonts() },
  )
  // The title may change, so the image must not be cached as immutable.
  return new Response(await image.arrayBuffer(), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=3600, s-maxage=3600',
    },
  })
}
