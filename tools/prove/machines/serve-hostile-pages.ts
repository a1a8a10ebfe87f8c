/**
 * Serves all hostile pages on the given number of hosts. Runs in a separate process, so that its
 * own load does not slow the server. Sends the origins, the paths, and which of them have a
 * preview.
 */
import type { RequestListener } from 'node:http'
import os from 'node:os'
import { hostileImages } from '@/test/link-previews/hostile-images'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import {
  lateResponses,
  readableResponses,
  respondWithHostility,
  unreadableResponses,
} from '@/test/link-previews/hostile-responses'
import { servePages } from '@/test/link-previews/serve-pages'
import type { HostileSite } from './hostile-site'

/** Lowers the priority, because real targets would run on other machines. */
os.setPriority(19)

const pages = new Map(
  hostilePages.map(([what, page]) => [
    `/${encodeURIComponent(`1 MB of ${what}`)}`,
    Buffer.from(page),
  ]),
)
const images = new Map(
  hostileImages.map(([what, image]) => [`/${encodeURIComponent(`image: ${what}`)}`, image]),
)
/** Returns whether a page has no content, so that it is refused, however long it is. */
const isEmpty = (name: string) => name.endsWith(encodeURIComponent('one title of whitespace'))
/** A harmless image. */
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"/>'
/** A harmless page of the same size as the hostile ones. */
const paragraph = '<p>Words of <a href="/more">a long article</a>, and more of them.'
const honest = Buffer.from(`<title>A long read</title><article>${paragraph.repeat(20_000)}`)

const respond: RequestListener = (request, response) => {
  const name = request.url?.split('?', 1)[0] ?? ''
  const page = name === '/honest' ? honest : pages.get(name)
  const image = name === '/honest.svg' ? drawing : images.get(name)
  if (image) response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image)
  else if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  else respondWithHostility(request, response)
}

// Each target has a loopback address that no other machine can reach.
const targets = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, (_, n) =>
    servePages(respond, `127.0.1.${n + 1}`),
  ),
)

const pathsOf = (pages: object) => Object.keys(pages).map((name) => `/${encodeURIComponent(name)}`)
const site: HostileSite = {
  origins: targets.map(({ origin }) => origin),
  late: pathsOf(lateResponses),
  unreadable: [...pathsOf(unreadableResponses), ...[...pages.keys()].filter(isEmpty)],
  readable: [...pathsOf(readableResponses), ...[...pages.keys()].filter((name) => !isEmpty(name))],
  images: [...images.keys()],
}
process.on('disconnect', () => process.exit(0))
process.send?.(site)
