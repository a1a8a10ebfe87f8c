/**
 * Hostile submissions of comments with the expected responses. Missing fields have valid values.
 */
export type HostileSubmission = {
  name: string
  fields: Record<string, unknown>
  status: number
  field?: string
}

const accepted = (name: string, fields: Record<string, unknown>): HostileSubmission => ({
  name,
  fields,
  status: 201,
})
const rejected = (name: string, field: string, value: unknown): HostileSubmission => ({
  name,
  fields: { [field]: value },
  status: 400,
  field,
})

/** Stored unchanged: only the page must render them harmlessly. */
const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>alert(1)</script>-->',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "https://evil.example"</style>',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><button>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '{{constructor.constructor("alert(1)")()}}',
  ']]><script>alert(1)</script>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
]

const links = [
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](%6Aavascript:alert(1))',
  '[x](\u0001javascript:alert(1))'.replace('\u0001', ' '),
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](https://a.example" onmouseover="alert(1))',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  'https://a.example/"onmouseover="alert(1)',
  "https://a.example/'onclick='alert(1)",
  '```"onmouseover=alert(1)\nx\n```',
  '```<script>alert(1)</script>\nx\n```',
  '```js\n</code></pre><script>alert(1)</script>\n```',
  '~~~html\n<script>alert(1)</script>\n~~~',
]

const shapes: [string, string][] = [
  ['quotes in quotes', '>'.repeat(5_000)],
  ['lists in lists', '- '.repeat(2_500)],
  ['numbers in numbers', '1. '.repeat(1_600)],
  ['stars', '*a'.repeat(2_500)],
  ['underscores', '_a '.repeat(1_600)],
  ['brackets', '['.repeat(5_000)],
  ['links in links', '[a]('.repeat(1_250)],
  ['images', '!['.repeat(2_500)],
  ['backticks', '`a'.repeat(2_500)],
  ['a grammar’s nightmare', `\`\`\`bash\n${'<'.repeat(4_900)}\n\`\`\``],
  ['one word of 5,000 letters', 'W'.repeat(5_000)],
  ['5,000 characters beyond the first plane', '𝕏'.repeat(5_000)],
  ['marks upon marks', `Z${'\u0301\u0302\u0303'.repeat(1_600)}`],
  ['bidi overrides', '\u202Egnp.exe\u202C and \u2067words\u2069'],
  ['invisible characters between words', 'a\u200B\u200C\u200D\u2060\uFEFFb'],
  ['flags and families', '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(200)],
  ['a thousand lines', 'a\n'.repeat(1_000)],
  ['thousands of blank lines', `a${'\n'.repeat(3_900)}b`],
  ['SQL', "'; DROP TABLE comments; --"],
  ['placeholders of PostgreSQL', '$1 $2 %s %n \\x00'],
  ['paths', '../../../../etc/passwd'],
]

/** Invisible letters and symbols. */
const invisible = ['\u3164', '\uFFA0', '\u115F\u1160', '\u2800']
/** Markdown that renders nothing. */
const markup = ['>', '-', '* * *', '1.', '&nbsp;', '[](https://a.example)', '```\n```']

const id = 'parent_id'
export const hostileSubmissions: HostileSubmission[] = [
  ...scripts.map((content) => accepted(`content ${content}`, { content })),
  ...scripts
    .slice(0, 12)
    .map((script) => accepted(`name ${script}`, { author_name: script.slice(0, 80) })),
  ...links.map((content) => accepted(`content ${JSON.stringify(content)}`, { content })),
  ...shapes.map(([name, content]) => accepted(name, { content })),
  rejected('no content', 'content', undefined),
  rejected('empty content', 'content', ''),
  rejected('blank content', 'content', ' \n\t '),
  rejected('content of invisible characters', 'content', '\u200B\u2060\u00AD'),
  rejected('one character too many', 'content', 'x'.repeat(5_001)),
  rejected('NUL in the content', 'content', 'a\u0000b'),
  rejected('an escape in the content', 'content', 'a\u001B[31mb'),
  accepted('vertical tabs, form feeds and NEL in the content', {
    content: 'a\u000Bb\u000Cc\u0085d',
  }),
  rejected('C1 controls in the content', 'content', 'a\u0086b'),
  ...invisible.map((value) =>
    rejected(`invisible content ${JSON.stringify(value)}`, 'content', value),
  ),
  ...markup.map((value) =>
    rejected(`content that shows nothing ${JSON.stringify(value)}`, 'content', value),
  ),
  rejected('no name', 'author_name', undefined),
  rejected('empty name', 'author_name', ''),
  rejected('blank name', 'author_name', '  '),
  ...invisible.map((value) =>
    rejected(`an invisible name ${JSON.stringify(value)}`, 'author_name', value),
  ),
  rejected('a name of zero-width characters', 'author_name', '\u200B\u200D\uFEFF'),
  rejected('a name of combining marks', 'author_name', '\u0301\u0302'),
  rejected('a name under a stack of accents', 'author_name', `Z${'\u0301\u0323'.repeat(20)}`),
  rejected('a name that reverses the text direction', 'author_name', 'Ada\u202Elived'),
  rejected('a name with an isolate', 'author_name', 'Ada \u2066Lovelace'),
  accepted('a name with direction marks around it', { author_name: '\u2066Ada\u2069\u200F' }),
  accepted('a name with zero-width spaces', { author_name: 'A\u200Bd\u2060a\uFEFF' }),
  rejected('a name of two lines', 'author_name', 'Ada\nGrace'),
  rejected('NUL in the name', 'author_name', 'Ada\u0000'),
  rejected('a name of 81 characters', 'author_name', 'x'.repeat(81)),
  rejected('no slug', 'slug', undefined),
  rejected('empty slug', 'slug', ''),
  rejected('blank slug', 'slug', ' '),
  rejected('a slug of 10 kB', 'slug', 'x'.repeat(10_000)),
  rejected('NUL in the slug', 'slug', 'hello\u0000'),
  rejected('an invalid e-mail address', 'author_email', 'nobody'),
  rejected('an e-mail address of two lines', 'author_email', 'a@b.example\nBcc: c@d.example'),
  rejected('an e-mail address of 10 kB', 'author_email', `${'a'.repeat(10_000)}@b.example`),
  rejected('a negative parent', id, '-1'),
  rejected('parent zero', id, '0'),
  rejected('a fractional id of a parent', id, '1.5'),
  rejected('an exponent', id, '1e3'),
  rejected('a hexadecimal parent', id, '0x10'),
  rejected('a parent that is text', id, 'first'),
  rejected('a parent with a space', id, '1 2'),
  { name: 'an unknown slug', fields: { slug: 'nobody' }, status: 404 },
  { name: 'a slug that is a path', fields: { slug: '../hello' }, status: 404 },
  { name: '__proto__ as a slug', fields: { slug: '__proto__' }, status: 404 },
  { name: 'a draft', fields: { slug: 'draft' }, status: 404 },
  { name: 'a scheduled post', fields: { slug: 'tomorrow' }, status: 404 },
  { name: 'an unknown parent', fields: { [id]: '2000000000' }, status: 404 },
  { name: 'a parent beyond 2^31', fields: { [id]: '2147483648' }, status: 404 },
  { name: 'a parent beyond 2^53', fields: { [id]: '9007199254740993' }, status: 400, field: id },
  { name: 'a closed post', fields: { slug: 'closed' }, status: 403 },
]

/** Values that only JSON can express. */
export const hostileJson: HostileSubmission[] = [
  ...[1, true, null, [], {}, ['a'], { toString: 'a' }].map((value) =>
    rejected(`content ${JSON.stringify(value)}`, 'content', value),
  ),
  ...[1, false, [], {}].map((value) =>
    rejected(`name ${JSON.stringify(value)}`, 'author_name', value),
  ),
  ...[1, [], {}].map((value) => rejected(`slug ${JSON.stringify(value)}`, 'slug', value)),
  ...[-1, 0, 1.5, 1e300, true, [], {}, 'x'].map((value) =>
    rejected(`parent ${JSON.stringify(value)}`, id, value),
  ),
  rejected('an e-mail address that is a number', 'author_email', 1),
  { name: 'a whole parent beyond 2^31', fields: { [id]: 2 ** 31 }, status: 404 },
  {
    name: 'a lone surrogate in the content',
    fields: { content: 'a\ud800b' },
    status: 400,
    field: 'content',
  },
  {
    name: 'a lone surrogate in the name',
    fields: { author_name: '\udc00' },
    status: 400,
    field: 'author_name',
  },
  {
    name: 'a lone surrogate in the slug',
    fields: { slug: 'hello\ud83d' },
    status: 400,
    field: 'slug',
  },
]
