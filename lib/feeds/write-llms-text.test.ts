import { expect, test } from 'vitest'
import type { Blog } from '@/lib/settings/get-blog'
import { llmsPostsMax, writeLlmsText } from './write-llms-text'

const origin = 'https://blog.example'
const blog: Blog = {
  name: 'B',
  author: '',
  description: '',
  language: 'en',
  direction: 'ltr',
  timeZone: 'UTC',
  pages: [],
  navigation: [],
  order: 'oldest',
  reactions: true,
  logo: '',
  picture: '',
  bio: '',
  accent: '',
  footer: '',
  social: [],
}
const textOf = (count: number) =>
  writeLlmsText({
    blog,
    origin,
    posts: Array.from({ length: count }, (_, n) => ({
      slug: `post-${n}`,
      title: `Post ${n}`,
      summary: '',
    })),
  })
const listed = (text: string) => text.match(/^- \[Post \d+\]/gm) ?? []

test('lists all posts up to the limit', () => {
  expect(listed(textOf(llmsPostsMax))).toHaveLength(llmsPostsMax)
  expect(textOf(llmsPostsMax)).not.toContain('## All posts')
})

test('lists the newest posts above the limit, with links to the archive and the sitemap', () => {
  const text = textOf(llmsPostsMax + 1)
  expect(listed(text)).toHaveLength(llmsPostsMax)
  expect(text).not.toContain(`/posts/post-${llmsPostsMax}.md`)
  const [, section = ''] = /\n## All posts\n\n((?:- .*\n)+)\n## /.exec(text) ?? []
  expect(section).toContain(
    `- [Archive](${origin}/archive): all posts by year; the newest 200 are listed above\n`,
  )
  expect(section).toContain(`- [Sitemap](${origin}/sitemap.xml): `)
})
