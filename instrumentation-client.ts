/**
 * What every page runs first (Next calls for this file by its name). The page's policy refuses every string that would become
 * script or markup, unless this lets it (W3C Trusted Types, “default policy”), and it lets three:
 * the address of a chunk that the HTML did not name, on the blog's own origin; the empty element from which React makes
 * a script, which no browser runs; and JSON, which runs nothing: what a post tells search engines, on a page that a router shows.
 */
declare global {
  interface Window {
    /** Not in every browser. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: {
          createScriptURL?: (address: string) => string | null
          createHTML?: (html: string) => string | null
          createScript?: (text: string) => string | null
        },
      ) => { createHTML: (html: string) => string }
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

window.trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (markup === '<script></script>' ? markup : null),
  createScript: (text) => (isJson(text) ? text : null),
  createScriptURL: (address) =>
    new URL(address, location.href).origin === location.origin ? address : null,
})

export {}
