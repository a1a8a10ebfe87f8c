import { describe, expect, test } from 'vitest'
import {
  commentPagePath,
  orderedThreadsPath,
  replyPath,
  threadCommentPath,
  threadCommentsPath,
  threadPath,
} from './thread-paths'
import { commentUrl, threadTitle, threadUrl } from './thread-url'

const page = 'blog.example.org/2024/straße?id=1'
const plain = '/threads/blog.example.org/2024/stra%C3%9Fe%3Fid%3D1'

test.each([
  [threadPath(page), plain],
  [threadPath('localhost:4321/'), '/threads/localhost%3A4321'],
  [threadCommentsPath(page), `${plain}#comments`],
  [commentPagePath(page, 5), `${plain}?comment=5`],
  [commentPagePath(page, 5, 9), `${plain}?comment=5&after=9`],
  [threadCommentPath(page, 5), `${plain}?comment=5#comment-5`],
  [replyPath(page, 5), `${plain}?reply=5`],
  [orderedThreadsPath(page, 'oldest', 9), `${plain}?order=oldest&after=9`],
  [orderedThreadsPath(page, 'newest'), `${plain}?order=newest`],
])('the plain page of a page of another site has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  [threadPath('日本'), '/posts/%E6%97%A5%E6%9C%AC'],
  [threadCommentsPath('hello'), '/posts/hello#comments'],
  [commentPagePath('hello', 5), '/posts/hello/comments/5'],
  [commentPagePath('hello', 5, 9), '/posts/hello/comments/5/after/9'],
  [threadCommentPath('hello', 5), '/posts/hello/comments/5#comment-5'],
  [replyPath('hello', 5), '/posts/hello/comments/5/reply'],
  [orderedThreadsPath('hello', 'oldest', 9), '/posts/hello/comments/after/9'],
  [orderedThreadsPath('hello', 'newest'), '/posts/hello/comments/newest'],
  [orderedThreadsPath('hello', 'newest', 9), '/posts/hello/comments/before/9'],
  [orderedThreadsPath('hello', 'best'), '/posts/hello/comments/best'],
  [orderedThreadsPath('hello', 'best', 9), '/posts/hello/comments/best/after/9'],
])('a post has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})

describe('the address', () => {
  test('of a page is its canonical URL, or that of its slug', () => {
    const url = 'https://blog.example.org/2024/hello/'
    const slug = 'blog.example.org/2024/hello'
    expect(threadUrl({ slug, url })).toBe(url)
    expect(threadUrl({ slug, url: null })).toBe('https://blog.example.org/2024/hello')
    expect(commentUrl({ slug, url }, 5)).toBe(`${url}#comment-5`)
  })

  test('of a post is a path of this blog', () => {
    expect(threadUrl({ slug: 'hello', url: '' })).toBe('/posts/hello')
    expect(commentUrl({ slug: 'hello', url: '' }, 5)).toBe('/posts/hello/comments/5#comment-5')
  })
})

test('a page without a title is named by its address', () => {
  expect(threadTitle({ slug: 'a.example/b', title: '' })).toBe('a.example/b')
  expect(threadTitle({ slug: 'a.example/b', title: 'B' })).toBe('B')
})
