/** What a handler of ours needs of a request: a `Request` is one, and so is what the Node entry has read itself, which says no address. */
export type Asked = Pick<Request, 'headers'> & { url?: string; body: Request['body'] | Uint8Array<ArrayBuffer> }

/** An answer before it is one of the Fetch standard or of Node. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null }

/** As route handlers give it. */
export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers })
