import { expect, test } from 'vitest'
import { fileOf, headOf, readAll } from '@/test/importers/import-samples'
import { blogger } from './blogger'

const blog = 'tag:blogger.com,1999:blog-5'

const read = (text: string) => readAll(blogger, fileOf(text))

const kind = (name: string) =>
  "<category scheme='http://schemas.google.com/g/2005#kind' " +
  `term='http://schemas.google.com/blogger/2008/kind#${name}'/>`

const reply =
  `<thr:in-reply-to xmlns:thr='http://purl.org/syndication/thread/1.0' ref='${blog}.post-11' ` +
  "href='http://loaves.blogspot.example/2012/05/rye.html' type='text/html'/>"

/** A comment of the older feed. */
const oldComment = (number: number, elements = '') =>
  `<entry><id>${blog}.post-${number}</id><published>2012-05-06T09:15:00.001+02:00</published>` +
  `${kind('comment')}<title type='text'>Great</title><content type='html'>Great &amp;amp; ` +
  'small&lt;br /&gt;loaves</content><author><name>Olu Sample</name>' +
  '<uri>http://olu.example/</uri><email>noreply@blogger.com</email></author>' +
  `${reply}${elements}</entry>`

const oldFeed = (entries: string) =>
  `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom'><id>${blog}` +
  `.archive</id><entry><id>${blog}.settings.X</id>${kind('settings')}</entry>${entries}</feed>`

const oldPost =
  `<entry><id>${blog}.post-11</id><published>2012-05-05T09:15:00.000+02:00</published>` +
  `${kind('post')}<category scheme='http://www.blogger.com/atom/ns#' term='bread'/>` +
  "<title type='text'>Rye</title><content type='html'>Words.</content>" +
  "<link rel='replies' href='http://loaves.blogspot.example/feeds/11/comments/default'/>" +
  "<link rel='alternate' href='http://loaves.blogspot.example/2012/05/rye.html'/></entry>"

const newComment = (number: number, elements: string, status = 'LIVE') =>
  `<entry><id>${blog}.post-${number}</id><blogger:parent>${blog}.post-11</blogger:parent>` +
  `<blogger:type>COMMENT</blogger:type><blogger:status>${status}</blogger:status>` +
  '<author><name>Olu Sample</name><uri></uri><blogger:type>BLOGGER</blogger:type></author>' +
  "<content type='html'>Words.</content><published>2021-01-02T03:04:05Z</published>" +
  `${elements}</entry>`

const newFeed = (entries: string) =>
  "<feed xmlns='http://www.w3.org/2005/Atom' " +
  `xmlns:blogger='http://schemas.google.com/blogger/2018'>${entries}</feed>`

const newPost =
  `<entry><id>${blog}.post-11</id><blogger:type>POST</blogger:type><blogger:status>LIVE` +
  '</blogger:status><title>Rye</title><published>2021-01-01T00:00:00Z</published>' +
  '<blogger:filename>/2021/01/rye.html</blogger:filename><blogger:trashed/></entry>'

test('recognises both feeds of Blogger and no other feeds', () => {
  expect(blogger.detect(headOf(oldFeed('')))).toBe(true)
  expect(blogger.detect(headOf(newFeed('')))).toBe(true)
  expect(blogger.detect(headOf("<feed xmlns='http://www.w3.org/2005/Atom'><title>X"))).toBe(false)
})

test('reads the older feed', async () => {
  const related =
    "<link rel='related' href='http://www.blogger.com/feeds/5/11/comments/default/21'/>" +
    "<link rel='alternate' href='http://loaves.blogspot.example/2012/05/rye.html#c22'/>"
  const { pages, comments, losses } = await read(
    oldFeed(oldPost + oldComment(21) + oldComment(22, related)),
  )
  expect([...pages]).toEqual([
    [
      `${blog}.post-11`,
      [
        {
          address: 'http://loaves.blogspot.example/2012/05/rye.html',
          title: 'Rye',
          isDeleted: false,
          date: new Date('2012-05-05T07:15:00Z'),
        },
      ],
    ],
  ])
  expect(losses).toEqual([])
  expect(comments).toMatchObject([
    {
      id: `${blog}.post-21`,
      parentId: '',
      pageId: `${blog}.post-11`,
      status: 'published',
      authorName: 'Olu Sample',
      authorEmail: 'noreply@blogger.com',
      authorUrl: 'http://olu.example/',
      content: 'Great &amp; small<br />loaves',
      createdAt: new Date('2012-05-06T07:15:00.001Z'),
      anchor: 'c21',
      losses: [],
    },
    { id: `${blog}.post-22`, parentId: `${blog}.post-21`, anchor: 'c22' },
  ])
})

test('derives the page from the comment if the feed does not contain the post', async () => {
  const { pages } = await read(oldFeed(oldComment(21) + oldComment(22)))
  expect([...pages]).toEqual([
    [`${blog}.post-11`, [{ address: 'http://loaves.blogspot.example/2012/05/rye.html' }]],
  ])
})

test('reads the newer feed', async () => {
  const { pages, comments } = await read(
    newFeed(
      newComment(31, '<blogger:inReplyTo/><blogger:trashed/>') +
        newPost +
        newComment(32, `<blogger:inReplyTo>${blog}.post-31</blogger:inReplyTo>`, 'SPAM') +
        newComment(33, '', 'OTHER'),
    ),
  )
  expect([...pages.values()]).toMatchObject([[{ address: '/2021/01/rye.html', title: 'Rye' }]])
  expect(comments).toMatchObject([
    { parentId: '', status: 'published', pageId: `${blog}.post-11`, losses: [] },
    { parentId: `${blog}.post-31`, status: 'spam' },
    { status: 'pending', losses: ['status-unknown'] },
  ])
})

test('reads removed comments as deleted', async () => {
  const property = "<gd:extendedProperty name='blogger.contentRemoved' value='true'/>"
  const text = newComment(43, '').replace(
    'Words.',
    'This comment has been removed by a blog administrator.',
  )
  const trashed = newComment(42, '<blogger:trashed>2022-01-01T00:00:00Z</blogger:trashed>')
  const { comments } = await read(
    newFeed(oldComment(41, property) + trashed + text + newComment(44, '')),
  )
  expect(comments.map(({ status }) => status)).toEqual([
    'deleted',
    'deleted',
    'deleted',
    'published',
  ])
})

test('rejects a feed without comments, and reports damaged comments', async () => {
  await expect(read(oldFeed(oldPost))).rejects.toThrow('no comments')
  const { comments, losses } = await read(
    oldFeed(oldComment(21).replace('</content>', '') + oldComment(22)),
  )
  expect(comments).toMatchObject([{ id: `${blog}.post-22` }])
  expect(losses).toMatchObject([{ reason: 'broken-record', ids: [`${blog}.post-21`] }])
})
