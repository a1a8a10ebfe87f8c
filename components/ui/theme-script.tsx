'use client'
import { themeStorageName } from './theme-switch'

/**
 * Sets the chosen colour scheme before the page is drawn, so that it does not flash in another one.
 * Sets it again when a reader chooses one, even in another tab or on a page to which they return.
 * The colours of the browser's own bar (light, then dark: app/layout.tsx) follow by their `media`:
 * React would add them again if their `content` changed.
 */
const script = `{
  const root = document.documentElement
  const set = (theme) => {
    root.dataset.theme = theme || 'system'
    for (const list of document.getElementsByName('theme')) list.value = theme || ''
    const colors = document.getElementsByName('theme-color')
    for (const [index, scheme] of ['light', 'dark'].entries())
      if (colors[index]) colors[index].media = theme
        ? theme === scheme ? 'all' : 'not all'
        : '(prefers-color-scheme: ' + scheme + ')'
  }
  const stored = () => {
    try { set(localStorage['${themeStorageName}']) } catch {}
  }
  stored()
  for (const type of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(type, stored)
  addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return
    set(target.value)
    try { localStorage['${themeStorageName}'] = target.value } catch {}
  })
}`.replace(/\n\s*/g, '\n')

/**
 * Runs from the HTML only. If React creates the element, which the policy of the page forbids for
 * scripts, it has already run.
 */
export const ThemeScript = () => (
  <script suppressHydrationWarning>{typeof window === 'undefined' ? script : 'null'}</script>
)
