import { expect, test, vi } from 'vitest'
import { render } from '@/test/render'
import { NavigationLink } from './navigation-link'

const usePathname = vi.hoisted(() => vi.fn<() => string>())
vi.mock('next/navigation', () => ({ usePathname }))

test.each([
  ['/archive', '/archive', 'page'],
  ['/archive/2012', '/archive', 'true'],
  ['/archived', '/archive', undefined],
  ['/posts/about', '/posts/about', 'page'],
  ['/about', '/', undefined],
])('on %s, the link to %s is marked as %s', (path, href, current) => {
  usePathname.mockReturnValue(path)
  const html = render(<NavigationLink href={href}>A</NavigationLink>)
  expect(/aria-current="(.*?)"/.exec(html)?.[1]).toBe(current)
})

test.each([
  ['/admin/sites', 'page'],
  ['/admin/sites/1', 'true'],
  ['/admin/posts', undefined],
])('on %s, the section of sites is marked as %s', (path, current) => {
  usePathname.mockReturnValue(path)
  const html = render(
    <NavigationLink href="/admin/sites" within={['/admin/sites']}>
      A
    </NavigationLink>,
  )
  expect(/aria-current="(.*?)"/.exec(html)?.[1]).toBe(current)
})
