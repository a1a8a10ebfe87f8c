/** The style in which this blog writes Markdown that it converts from HTML. */
export const markdownStyle = {
  bullet: '-',
  rule: '-',
  emphasis: '*',
  listItemIndent: 'one',
  fences: true,
} as const
