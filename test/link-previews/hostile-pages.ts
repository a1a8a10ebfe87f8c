import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

const bytesMax = linkPreviewLimits.bodyBytesMax

/** Repeats a string up to one megabyte. */
function fill(unit: string, start = ''): string {
  return (
    start + unit.repeat(Math.floor((bytesMax - Buffer.byteLength(start)) / Buffer.byteLength(unit)))
  )
}

/** Returns one megabyte of different items. */
function count(unit: (index: number) => string, start = ''): string {
  const units: string[] = [start]
  for (let index = 0, length = start.length; length < bytesMax; index++) {
    const one = unit(index)
    units.push(one)
    length += one.length
  }
  return units.join('').slice(0, bytesMax)
}

const data = '<script type="application/ld+json">'
const item = '<div itemscope itemtype="https://schema.org/Article">'

/** Pages of one megabyte that would occupy a careless parser for seconds or forever. */
export const hostilePages: readonly (readonly [what: string, page: string])[] = [
  ['tags nested without end', fill('<div>')],
  ['paragraphs in articles nested without end', fill('<article><p>')],
  ['tags that do not match', fill('<div></span>')],
  ['open brackets', fill('<')],
  ['one tag of attributes', fill(' a=1', '<meta ')],
  ['attributes that are all different', count((index) => ` a${index}=1`, '<meta itemprop=name ')],
  ['one attribute again and again', fill(' content=1', '<meta ')],
  ['quotes', fill('"', '<meta content=')],
  ['one name', fill('a', '<')],
  ['one attribute that never ends', fill('a', '<meta property="og:title" content="')],
  ['titles', fill('<title>')],
  ['empty titles', fill('<title></title>')],
  ['one title', fill('a ', '<title>')],
  ['one title of whitespace', fill(' ', '<title>')],
  [
    'one title of whitespace in a meta tag',
    `<meta property="og:title" content="${fill(' ').slice(60)}a">`,
  ],
  ['entities', fill('&amp;amp;', '<title>')],
  ['entities in tags', fill(`<meta property="og:title" content="${'&amp;'.repeat(800)}">`)],
  ['numeric entities', fill('&#x1F600;', '<title>')],
  ['unknown entities', fill('&notanentity', '<meta name=description content="')],
  [
    'a description of nested HTML',
    `<meta property="og:description" content="${fill('<b>').slice(60)}">`,
  ],
  ['combining marks', fill('\u0301', '<title>a')],
  ['headings', fill('<h1>')],
  ['line breaks in a heading', fill('a<br>', '<h1>')],
  ['line breaks in a paragraph', fill('a<br>', '<p>')],
  ['paragraphs', fill('<p>words</p>')],
  ['paragraphs of links', fill(`<p><a href=a>${'word '.repeat(30)}</a></p>`)],
  ['comments', fill('<!--')],
  ['comments that never end', fill('-- >', '<!--')],
  ['character data', fill('<![CDATA[')],
  ['drawings', fill('<svg>')],
  ['closing tags', fill('</p></article></div>')],
  ['scripts', fill('<script></script>')],
  ['a script of scripts', fill('</scrip', '<script>')],
  ['meta tags', fill('<meta property="og:title" content="a">')],
  ['meta tags of different names', count((index) => `<meta name="og:${index}" content=a>`)],
  [
    'meta tags of many entities',
    count((index) => `<meta name="og:${index}" content="${'&lt;'.repeat(500)}">`),
  ],
  ['icons', fill('<link rel=icon href=data:,>')],
  [
    'icons of all sizes',
    count((index) => `<link rel=icon href=/${index} sizes="${`${index}x${index} `.repeat(200)}">`),
  ],
  ['bases', fill('<base href=//a.com>')],
  ['items nested without end', fill('<div itemprop=publisher itemscope>')],
  ['items nested and named', fill(`${item}<div itemprop="name headline description image">`)],
  ['items side by side', fill(`${item}<b itemprop=name>a</b></div>`)],
  ['blocks of data', fill(`${data}{}</script>`)],
  ['blocks of data that are broken', fill(`${data}{"headline":"a</script>`)],
  ['data nested without end', fill('[', data)],
  ['data without end', fill('{"publisher":{"@id":"a"}},', `${data}[`)],
  [
    'data that refers to itself',
    `${data}[${'{"@id":"a","publisher":{"@id":"a"}},'.repeat(7_000)}{}]</script>`,
  ],
  [
    'data with long names',
    `${data}[${`{"@type":"Product","name":"${'a&amp;'.repeat(500)}"},`.repeat(100)}{}]` +
      '</script><title>a',
  ],
  [
    'data with many values',
    `${data}[${'{"headline":["","","",["",[""]]]},'.repeat(7_000)}{}]</script>`,
  ],
  ['zero bytes', fill('\0')],
  ['text', fill('word ')],
]
