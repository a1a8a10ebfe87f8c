import { load } from 'cheerio'

/** Client addresses of the tests: each browser has its own, so that limits count it separately. */
let browsers = 0

/**
 * A browser without JavaScript: it stores cookies, follows redirects and submits forms. The server
 * must trust one proxy.
 */
export class AdminBrowser {
  readonly cookies = new Map<string, string>()
  readonly network: string

  constructor(
    readonly origin: string,
    network?: string,
  ) {
    browsers += 1
    this.network = network ?? `198.51.100.${browsers}`
  }

  /** Sends one request and returns its response without following redirects. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', this.network)
    if (!headers.has('user-agent'))
      headers.set(
        'User-Agent',
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      )
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(path, this.origin), {
      ...init,
      headers,
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0\b/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Loads a page and follows its redirects. */
  async open(
    path: string,
  ): Promise<{ path: string; status: number; text: string; headers: Headers }> {
    const response = await this.request(path)
    const location = response.headers.get('location')
    if (location && response.status >= 300 && response.status < 400)
      return this.open(this.pathOf(location))
    return { path, status: response.status, text: await response.text(), headers: response.headers }
  }

  /** Fills in and submits the form whose button has the given text. */
  async submit(
    path: string,
    button: string,
    fields: Record<string, string> = {},
  ): Promise<Response> {
    const { text } = await this.open(path)
    const body = formOf(text, button, fields)
    return this.request(path, {
      method: 'POST',
      body,
      headers: { Origin: this.origin, 'Sec-Fetch-Site': 'same-origin' },
    })
  }

  async signIn(email: string, password: string, next = '/admin'): Promise<Response> {
    return this.submit(`/admin/sign-in?${new URLSearchParams({ next })}`, 'Sign in', {
      email,
      password,
    })
  }

  /** Returns the path and query of a URL of this site. */
  pathOf(location: string): string {
    const { origin, pathname, search } = new URL(location, this.origin)
    if (origin !== new URL(this.origin).origin) throw new Error(`${location} leads to another site`)
    return pathname + search
  }
}

/** Returns the fields of a form: its hidden fields and the given values. */
export function formOf(html: string, button: string, fields: Record<string, string>): FormData {
  const page = load(html)
  const form = page('form')
    .filter((_, element) =>
      page(element)
        .find('button')
        .is((_index, found) => page(found).text().trim() === button),
    )
    .first()
  if (form.length === 0) throw new Error(`no form has the button “${button}”`)
  const body = new FormData()
  form.find('input[type="hidden"]').each((_, input) => {
    body.set(page(input).attr('name') ?? '', page(input).attr('value') ?? '')
  })
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}
