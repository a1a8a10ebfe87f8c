import pg from 'pg'
import sharp from 'sharp'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'

/**
 * The shapes of link cards, as differences from an ordinary one. `PICTURES` is replaced by the
 * origin of the images.
 */
export const cardShapes = {
  ordinary: {},
  'no-image': { image: '' },
  'no-description': { description: '' },
  'title-alone': { description: '', image: '' },
  'tall-image': { image: 'PICTURES/tall.png' },
  'tiny-image': { image: 'PICTURES/tiny.png' },
  'broken-image': { image: 'PICTURES/gone.png', favicon: 'PICTURES/gone.ico' },
  'late-image': { image: 'PICTURES/late.png' },
  'long-words': {
    title:
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
    description: 'https://example.org/'.padEnd(600, 'abcdefghijklmnop'),
    site_name: 'a-host-with-a-very-long-name.'.repeat(8),
  },
  'long-text': {
    title: 'A title that goes on and on '.repeat(10).trim(),
    description: 'And a description that does so, too. '.repeat(16).trim(),
  },
  'right-to-left': {
    title: 'كيف تُقرأ سلسلة من التعليقات، ولماذا لا نحتاج إلى أكثر من استعلام واحد',
    description: 'مقال طويل عن PostgreSQL وعن الأشجار التي نخزّنها فيها.',
    site_name: 'مدوّنة',
  },
  japanese: {
    title: 'コメントのスレッドをひとつのクエリで読む方法について',
    description: '木構造をデータベースに保存する。',
    site_name: 'ブログ',
  },
} satisfies Record<string, Record<string, string>>

export const cardShapesPost = '/posts/card-shapes'

const common = {
  title: 'An ordinary page',
  description: 'What it says of itself, in a sentence or two that a card has room for.',
  site_name: 'Example',
  image: 'PICTURES/wide.png',
  favicon: 'PICTURES/icon.svg',
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 140, b: 170 } } })
    .png()
    .toBuffer()

/** Serves the images from an origin that is exempt from the rules on private addresses. */
export async function servePictures(): Promise<PageServer> {
  const pictures: Record<string, Buffer | string> = {
    '/wide.png': await picture(1_200, 630),
    '/tall.png': await picture(300, 3_000),
    '/tiny.png': await picture(8, 8),
    '/late.png': await picture(1_200, 630),
    '/icon.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" ' +
      'r="4.5" fill="teal"/></svg>',
  }
  return servePages(({ url = '' }, response) => {
    const bytes = pictures[url]
    setTimeout(
      () => response.writeHead(bytes === undefined ? 404 : 200).end(bytes),
      url === '/late.png' ? 1_500 : 0,
    )
  })
}

/** Adds a post with a card of each shape. */
export async function addCardShapes(databaseUrl: string, pictures: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const [shape, fields] of Object.entries(cardShapes)) {
    const { title, description, site_name, image, favicon } = { ...common, ...fields }
    await client.query(
      `INSERT INTO link_previews (url, title, description, site_name, final_url, image, favicon,
       fetched_at, fresh_until)
       VALUES ($1, $2, $3, $4, $1, $5, $6, now(), now() + interval '1 day')`,
      [
        `https://example.org/${shape}`,
        title,
        description,
        site_name,
        ...[image, favicon].map((url) => url.replace('PICTURES', pictures)),
      ],
    )
  }
  const content = Object.keys(cardShapes).map(
    (shape) => `Shape: ${shape}.\n\nhttps://example.org/${shape}\n`,
  )
  await client.query(
    `INSERT INTO posts (slug, title, content, published_at, shown_at)
     VALUES ('card-shapes', 'Cards of every shape', $1, '2020-01-01', now())`,
    [content.join('\n')],
  )
  await client.end()
}
