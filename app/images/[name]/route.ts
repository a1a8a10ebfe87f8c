import { otherMethods } from '@/lib/http/endpoint'
import { matchesEtag } from '@/lib/http/etag'
import { toProblem } from '@/lib/http/problem'
import { getImageFile } from '@/lib/images/get-image-file'

type Context = { params: Promise<{ name: string }> }

const headers = {
  // Vercel’s CDN keeps a function’s response only with `s-maxage`.
  'Cache-Control': 'public, max-age=31536000, s-maxage=31536000, immutable',
  // Feed readers show the images, too.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  // Applies if the image is opened directly.
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Returns a variant of an image. Its name contains a hash of its content, so it never expires. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  try {
    const { name } = await params
    const file = await getImageFile(name)
    if ('elsewhere' in file) {
      return new Response(null, {
        status: 307,
        headers: {
          Location: file.elsewhere,
          'Cache-Control': 'public, max-age=86400, s-maxage=86400',
        },
      })
    }
    const etag = `"${name}"`
    if (matchesEtag(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
    return new Response(new Uint8Array(file.bytes), {
      headers: {
        ...headers,
        ETag: etag,
        'Content-Type': 'image/webp',
        'Content-Length': String(file.bytes.length),
      },
    })
  } catch (error) {
    return toProblem(error)
  }
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
