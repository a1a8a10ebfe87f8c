import { expect, test } from 'vitest'
import { readVideo } from './video'

const youtube = 'https://www.youtube-nocookie.com/embed/abc_def-123?autoplay=1'

test.each([
  ['https://www.youtube.com/watch?v=abc_def-123', youtube],
  ['https://m.youtube.com/watch?list=x&v=abc_def-123&t=90s', `${youtube}&start=90`],
  ['https://youtu.be/abc_def-123?si=x', youtube],
  ['https://www.youtube.com/shorts/abc_def-123', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/1/ab12', 'https://player.vimeo.com/video/1?autoplay=1&dnt=1&h=ab12'],
])('finds the player of %s', (url, player) => {
  expect(readVideo(url)?.player).toBe(player)
})

test.each([
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=abc',
  'https://youtube.com.evil.example/watch?v=abc_def-123',
  'https://vimeo.com/about',
  'not a URL',
])('finds no video at %s', (url) => {
  expect(readVideo(url)).toBeUndefined()
})
