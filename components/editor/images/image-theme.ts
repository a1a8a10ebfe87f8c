import { EditorView } from '@codemirror/view'

const small = {
  fontFamily: 'var(--font-sans)',
  fontSize: 'var(--text-fine)',
  lineHeight: 'var(--text-fine--line-height)',
}
const button = {
  minHeight: '2rem',
  paddingInline: '0.6rem',
  border: '1px solid var(--color-rule)',
  borderRadius: '0.4rem',
  background: 'var(--color-raised)',
  color: 'inherit',
  cursor: 'pointer',
}

/** Styles of uploading images and of images without alt text. */
export const imageTheme = EditorView.baseTheme({
  '.cm-image-slot, .cm-alt-field': {
    ...small,
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.6rem',
    maxWidth: '100%',
    padding: '0.35rem 0.6rem',
    marginInline: '0.15rem',
    borderRadius: 'var(--radius-card)',
    background: 'var(--color-sunk)',
    color: 'var(--color-muted)',
    overflowWrap: 'anywhere',
  },
  '.cm-image-failed': { background: 'var(--color-wash)', color: 'var(--color-ink)' },
  '.cm-image-slot button, .cm-alt-field button': button,
  '.cm-alt-field input': {
    minHeight: '2rem',
    width: '14rem',
    maxWidth: '100%',
    flex: '1 1 10rem',
    paddingInline: '0.5rem',
    border: '1px solid color-mix(in oklch, var(--color-muted) 75%, transparent)',
    borderRadius: '0.4rem',
    background: 'var(--color-raised)',
    color: 'var(--color-ink)',
    fontSize: '1rem',
  },
  '.cm-alt-missing': {
    textDecoration: 'underline wavy var(--color-accent) 1px',
    textUnderlineOffset: '0.25em',
  },
  '.cm-alt-mark': {
    ...small,
    ...button,
    marginInlineStart: '0.4rem',
    color: 'var(--color-accent)',
  },
})
