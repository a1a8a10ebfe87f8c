/**
 * What every page runs first (Next calls for this file by its name). Where a page needs a chunk that its HTML did not name,
 * Next's loader gives a script element a string for its address, which the page's policy refuses unless this lets it: for
 * addresses of the blog's own, and nothing else that would become script or markup (W3C Trusted Types, “default policy”).
 */
declare global {
  interface Window {
    /** Not in every browser. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL?: (address: string) => string | null; createHTML?: (html: string) => string },
      ) => { createHTML: (html: string) => string }
    }
  }
}

window.trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (new URL(address, location.href).origin === location.origin ? address : null),
})

export {}
