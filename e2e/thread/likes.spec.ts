import { expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { commentOf, mainForm, open, path, runSql, test, uniqueText } from './writing'

/** Adds a comment to the post of the test, and returns its text. */
async function addComment(likes = 0): Promise<string> {
  const content = uniqueText('Likeable')
  await runSql(
    `INSERT INTO comments (post_id, status, author_name, content, likes)
     SELECT id, 'published', 'Ada', $2, $3 FROM posts WHERE slug = $1`,
    [path.slice('/posts/'.length), content, likes],
  )
  return content
}

test('likes a comment and the post without a page load, and remembers it', async ({ page }) => {
  const content = await addComment(4)
  await open(page)
  const ofComment = commentOf(page, content).getByRole('button', { name: 'Like Ada’s comment' })
  const ofPost = page.getByRole('button', { name: 'Like this post' })
  await expect(ofComment).toHaveAccessibleName('Like Ada’s comment 4')
  await ofComment.click()
  await expect(ofComment).toHaveAccessibleName('Like Ada’s comment 5')
  await ofPost.click()
  await expect(ofPost).toHaveAccessibleName('Like this post 1')
  await expectAccessible(page)
  await open(page)
  for (const button of [ofComment, ofPost])
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  // The number in the static page is older than the like.
  await expect(ofPost).toHaveAccessibleName('Like this post 1')
  await ofComment.click()
  await expect(ofComment).toHaveAccessibleName('Like Ada’s comment 4')
  await expect(ofComment).toHaveAttribute('aria-pressed', 'false')
})

test('reports that a like was not saved', async ({ page }) => {
  const content = await addComment()
  await open(page)
  await page.route('**/api/likes', (route) => route.abort())
  const button = commentOf(page, content).getByRole('button', { name: 'Like Ada’s comment' })
  await button.click()
  await expect(button).toContainText('Not saved. Try again.')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/likes')
  await button.click()
  await expect(button).toHaveAccessibleName('Like Ada’s comment 1')
})

test('sorts comments by likes', async ({ page }) => {
  const first = await addComment(1)
  const best = await addComment(2)
  await open(page)
  await expect(page.locator('article.comment')).toContainText([first, best])
  await page.getByRole('link', { name: 'Best first' }).click()
  await expect(page).toHaveURL(`${path}/comments/best#comments`)
  await expect(page.locator('article.comment')).toContainText([best, first])
  await page.getByRole('link', { name: 'Oldest first' }).click()
  await expect(page).toHaveURL(`${path}#comments`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a button likes and shows the new number', async ({ page }) => {
    const content = await addComment()
    await page.goto(path)
    await commentOf(page, content).getByRole('button', { name: 'Like Ada’s comment' }).click()
    await expect(page).toHaveURL(/\/comments\/\d+#comment-\d+$/)
    const button = page.getByRole('button', { name: 'Like Ada’s comment' })
    await expect(button).toHaveAccessibleName('Like Ada’s comment 1')
    await button.click()
    await expect(button).toHaveAccessibleName('Like Ada’s comment')
    await page.goto(path)
    await page.getByRole('button', { name: 'Like this post' }).click()
    await expect(page).toHaveURL(`${path}#like`)
    const ofPost = page.getByRole('button', { name: 'Like this post' })
    await expect(ofPost).toHaveAccessibleName('Like this post 1')
    await expect(mainForm(page)).toBeVisible()
  })
})
