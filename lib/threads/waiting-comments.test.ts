import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()

test('a post keeps its comments when it gets waiting comments with the same sources', async () => {
  const { id: postId } = await addPost('old')
  const own = await addComment(postId, { content: 'Own' })
  const { id: waiting } = await db().thread.create({ data: { slug: 'new' } })
  const again = await addComment(waiting, { content: 'Own again' })
  const answered = await addComment(waiting, { content: 'Answered again' })
  const fresh = await addComment(waiting, { parentId: answered, content: 'New' })
  await db().thread.update({ where: { id: waiting }, data: { pinnedCommentId: again } })
  const imported = (id: number, sourceId: string, commentId: number | null) =>
    db().importedComment.create({ data: { postId: id, sourceId, commentId } })
  await imported(postId, 'disqus:1', own)
  // This comment was deleted here.
  await imported(postId, 'disqus:2', null)
  await imported(waiting, 'disqus:1', again)
  await imported(waiting, 'disqus:2', answered)
  await imported(waiting, 'disqus:3', fresh)

  await db().post.update({ where: { id: postId }, data: { slug: 'new' } })

  const comments = await db().comment.findMany({ orderBy: { id: 'asc' } })
  expect(comments.map(({ id, postId: of }) => [id, of])).toEqual([
    [own, postId],
    [answered, postId],
    [fresh, postId],
  ])
  const sources = await db().importedComment.findMany({ orderBy: { sourceId: 'asc' } })
  expect(sources.map(({ sourceId, commentId }) => [sourceId, commentId])).toEqual([
    ['disqus:1', own],
    ['disqus:2', null],
    ['disqus:3', fresh],
  ])
  expect(await db().thread.findMany()).toMatchObject([{ id: postId, pinnedCommentId: null }])
})
