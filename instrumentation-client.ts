/**
 * Runs first on every page (Next.js loads this file by its name). The page's Content Security
 * Policy rejects strings that would become script or markup unless this policy allows them (W3C
 * Trusted Types, “default policy”). It allows three kinds:
 * - the URL of a chunk on the blog's own origin that the HTML did not name;
 * - the empty element that React uses to create a script, which no browser runs;
 * - JSON, which runs nothing: the structured data of a post after a client-side navigation.
 */
declare global {
  interface Window {
    /** Some browsers do not have it. */
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
