import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Post } from '@/lib/posts/post'
import type { Blog } from '@/lib/settings/get-blog'
import { PostStructuredData } from './post-structured-data'

const post: Post = {
  id: 1,
  slug: 'a',
  title: 'A',
  summary: '',
  content: 'Words.',
  tags: [],
  cover: '',
  coverAlt: '',
  isPage: false,
  commentsClosed: false,
  author: '',
  publishedAt: new Date('2025-10-01T00:00:00Z'),
  updatedAt: new Date('2025-09-01T00:00:00Z'),
}
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

test.each([
  ['2025-09-01T00:00:00.000Z', '2025-10-01T00:00:00.000Z'],
  ['2025-11-01T00:00:00.000Z', '2025-11-01T00:00:00.000Z'],
])(
  'for a post saved at %s, sets dateModified to %s, not before publication',
  (savedAt, dateModified) => {
    const html = renderToStaticMarkup(
      <PostStructuredData
        blog={blog}
        comments={0}
        views={0}
        words={1}
        language={'en'}
        post={{ ...post, updatedAt: new Date(savedAt) }}
      />,
    )
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json.replaceAll('&quot;', '"'))).toMatchObject({
      datePublished: '2025-10-01T00:00:00.000Z',
      dateModified,
    })
  },
)
