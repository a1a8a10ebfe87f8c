import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import { SectionLink } from '@/components/admin/section-link'
import { render } from '@/test/render'
import { NavigationLink } from './navigation-link'

test.each([
  ['/archive', '/archive', 'page'],
  ['/archive/2012', '/archive', 'true'],
  ['/archived', '/archive', undefined],
  ['/posts/about', '/posts/about', 'page'],
  ['/about', '/', undefined],
])('on %s, the link to %s is marked as %s', (path, href, current) => {
  const html = render(
    <PathnameContext value={path}>
      <NavigationLink href={href}>A</NavigationLink>
    </PathnameContext>,
  )
  expect(/aria-current="(.*?)"/.exec(html)?.[1]).toBe(current)
})

test.each([
  ['/admin/sites', 'page'],
  ['/admin/sites/1', 'true'],
  ['/admin/posts', undefined],
])('on %s, the section of sites is marked as %s', (path, current) => {
  const html = render(
    <PathnameContext value={path}>
      <SectionLink href="/admin/sites" within={['/admin/sites']}>
        A
      </SectionLink>
    </PathnameContext>,
  )
  expect(/aria-current="(.*?)"/.exec(html)?.[1]).toBe(current)
})
