const links = [
  { href: '/', text: 'All posts' },
  { href: '/feed.xml', text: 'RSS' },
  { href: '/comments.xml', text: 'Comment feed' },
  { href: '/docs/api', text: 'API' },
  { href: '/privacy', text: 'Privacy' },
]

export function SiteFooter() {
  return (
    <footer
      className={
        'mx-auto mt-24 max-w-measure px-5 pb-12 ' + 'font-sans text-fine text-muted print:hidden'
      }
    >
      <nav aria-label="Site" className="border-rule border-t pt-6">
        <ul className="flex flex-wrap gap-x-5">
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href} className="inline-block py-2">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
