import { renderToStaticMarkup } from 'react-dom/server'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { describe, expect, test } from 'vitest'
import { renderPostMarkdown } from './render-post-markdown'

process.env.SITE_URL = 'https://blog.example'
process.env.IFRAME_HOSTS = 'maps.example, blog.example'

/** Renders Markdown without the preload hint that React puts before the first image. */
const html = async (markdown: string) =>
  renderToStaticMarkup(await renderPostMarkdown(markdown, () => undefined)).replace(
    /<link rel="preload" as="image"[^>]*>/g,
    '',
  )

/** Parses HTML as a browser does. */
const parser = unified().use(rehypeParse, { fragment: true })

test('renders a frame of an allowed host with fixed attributes and its own title', async () => {
  const rendered = await html(
    '<iframe src="https://player.vimeo.com/video/1" title="A film" width="640" ' +
      'height="360" style="position:fixed;inset:0" onload="alert(1)" ' +
      'srcdoc="<script>alert(1)</script>" sandbox="allow-top-navigation" allow="camera" ' +
      'name="x" class="y" id="z"></iframe>',
  )
  expect(rendered).toBe(
    '<iframe src="https://player.vimeo.com/video/1" title="A film" class="embed ' +
      'embed-wide" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups ' +
      'allow-popups-to-escape-sandbox allow-presentation" allow="fullscreen; ' +
      'picture-in-picture; encrypted-media" ' +
      'referrerPolicy="strict-origin-when-cross-origin"></iframe>',
  )
})

test.each([
  [
    'a YouTube video, from the host without cookies',
    'https://www.youtube.com/embed/abc?start=5',
    'https://www.youtube-nocookie.com/embed/abc?start=5',
  ],
  ['a configured host', 'https://maps.example/x', 'https://maps.example/x'],
  ['a host with the default port', 'https://codepen.io:443/x', 'https://codepen.io/x'],
])('shows %s', async (_, src, shown) => {
  const rendered = await html(`<iframe src="${src}"></iframe>`)
  expect(rendered).toContain(`<iframe src="${shown}"`)
  expect(rendered).toContain(`title="Embedded content from ${new URL(shown).host}"`)
})

test.each([
  ['640', '360', 'wide'],
  ['400', '400', 'square'],
  ['315', '560', 'tall'],
  ['100%', '', 'wide'],
])('gives a frame of %s × %s the shape %s', async (width, height, shape) => {
  const frame = `<iframe src="https://codepen.io/x" width="${width}" height="${height}"></iframe>`
  expect(await html(frame)).toContain(`embed-${shape}`)
})

test('gives audio players a low shape', async () => {
  expect(
    await html(
      '<iframe src="https://open.spotify.com/embed/x" width="100%" height="152"></iframe>',
    ),
  ).toContain('embed-sound')
})

describe('replaces any other frame with a link:', () => {
  test.each([
    'https://evil.example/',
    'http://player.vimeo.com/video/1',
    'https://player.vimeo.com.evil.example/',
    'https://evil.example/?https://player.vimeo.com/',
    'https://player.vimeo.com@evil.example/',
    'https://user:word@player.vimeo.com/',
    'https://player.vimeo.com:8443/',
    'https://www.youtube.com/watch?v=1',
    'https://blog.example/admin',
  ])('%s', async (src) => {
    expect(await html(`<iframe src="${src}"></iframe>`)).toBe(`<p><a href="${src}">${src}</a></p>`)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example/',
    '/admin',
    'about:blank',
    '',
  ])('or removes it: %s', async (src) =>
    expect(await html(`<iframe src="${src}"></iframe>`)).toBe(''),
  )
})

test('treats a frame after a removed one like any other', async () => {
  const removed = '<iframe src="about:blank"></iframe>'
  const film = '<iframe src="https://player.vimeo.com/video/1"></iframe>'
  expect(await html(removed + film)).toBe(await html(film))
  const other = '<iframe src="https://evil.example/"></iframe>'
  expect(await html(removed + other)).toBe(await html(other))
})

describe('removes active content:', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext><script>alert(1)</script></mtext></math>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java&#x0a;script:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '![x](javascript:alert(1))',
    '<img src="data:text/html,<script>alert(1)</script>">',
    '<p style="position:fixed">y</p>',
    '<style>body{display:none}</style>',
    '<link rel=stylesheet href=//evil.example>',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<base href="https://evil.example/">',
    '<form action="https://evil.example"><input name=password></form>',
    '<object data="https://evil.example"></object>',
    '<embed src="https://evil.example">',
    '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<frameset><frame src="https://evil.example"></frameset>',
    '<video onplay=alert(1) src=x></video>',
    '<template><script>alert(1)</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<details ontoggle=alert(1) open>x</details>',
    '<button formaction="javascript:alert(1)">x</button>',
    '<figure><figcaption><iframe src="https://evil.example/"></iframe></figcaption></figure>',
  ])('%s', async (markdown) => {
    const seen: string[] = []
    visit(
      parser.parse(await html(`${markdown}\n\nWords after it.`)),
      'element',
      ({ tagName, properties }) => {
        seen.push(
          `<${tagName}>`,
          ...Object.entries(properties).map(([name, value]) => `${name}=${String(value)}`),
        )
      },
    )
    const elements = [
      'script|style|link|meta|base|form|object|embed|iframe|frame',
      'svg|math|template|button|noscript|video',
    ].join('|')
    const attributes = String.raw`(?:on\w+|style|srcdoc)=|\w+=\s*(?:javascript|data):`
    expect(seen.join('\n')).not.toMatch(new RegExp(`^(?:<(?:${elements})>|${attributes})`, 'im'))
  })
})
