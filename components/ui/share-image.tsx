import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ImageResponse } from 'next/og'
import { drawableText } from './drawable-text'
import { shareImageSize } from './share-image-size'
import { themeColors } from './theme-colors'

const titleLengthMax = 140

/** Smaller where there is more to say; pixels. */
function titleSize(title: string): number {
  return title.length <= 36 ? 92 : title.length <= 80 ? 72 : 56
}

/** One family a file: of two with the same name the second would not be looked at. */
const fonts = {
  Newsreader: 'newsreader-latin-500-normal.woff',
  'Newsreader Extended': 'newsreader-latin-ext-500-normal.woff',
}

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
        d="M9 23.5v-3.2c2.4-.3 3.9-1.7 4-3.9H9V8.5h7.3v7.4c0 4.4-2.6 7-7.3 7.6Zm9.7 0v-3.2c2.4-.3 3.9-1.7 4-3.9h-4V8.5H26v7.4c0 4.4-2.6 7-7.3 7.6Z"
      />
    </svg>
  )
}

const frame = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: '100%',
  height: '100%',
  padding: 80,
  background: themeColors.paper,
  color: themeColors.ink,
  fontFamily: Object.keys(fonts).join(', '),
} as const

/**
 * The picture that a link to the blog is shown with elsewhere: a title over the blog's name. A text that the bundled font
 * cannot set is left out, and the blog's mark takes the room: no font is asked for over the network.
 *
 * @param detail a few words beside the name
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
    <div style={frame}>
      {headline === undefined ? (
        <Mark size={260} />
      ) : (
        <div
          style={{
            display: 'flex',
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
        style={{
          display: 'flex',
          alignItems: 'center',
          gap: 24,
          paddingTop: 36,
          borderTop: `2px solid ${themeColors.rule}`,
          fontSize: 34,
          color: themeColors.muted,
        }}
      >
        {headline !== undefined && <Mark size={52} />}
        <span style={{ color: themeColors.ink }}>{drawableText(name, 40) ?? ''}</span>
        <span style={{ marginLeft: 'auto' }}>{drawableText(detail, 40) ?? ''}</span>
      </div>
    </div>,
    { ...shareImageSize, fonts: await readFonts() },
  )
  // A title may change: this is no picture to be kept for good.
  return new Response(await image.arrayBuffer(), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=3600, s-maxage=3600',
    },
  })
}
