import 'server-only'
import { siteOrigin } from '@/lib/env'
import files from '@/lib/generated/registry.json'

/** The placeholder for this blog's address in `docs/examples/next`. */
const exampleOrigin = 'https://comments.example.org'

const texts = new Map<string, string>(Object.entries(files))

/**
 * Returns a file of the shadcn registry, with this blog's address, or undefined.
 * @param name such as `thread.json`
 */
export const readRegistry = (name: string): string | undefined =>
  texts.get(name)?.replaceAll(exampleOrigin, siteOrigin())
