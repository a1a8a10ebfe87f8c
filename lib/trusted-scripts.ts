/**
 * What every page runs before all else, as it stands. Next loads further scripts of the blog's own where a page needs more of
 * them, and knows no trusted types: this lets it. Of all else that would turn text into script or markup a page's policy
 * lets nothing through (W3C Trusted Types, 2.3.4, “default policy”).
 */
export const trustedScripts =
  "window.trustedTypes?.createPolicy('default',{createScriptURL:u=>new URL(u,location.href).origin===location.origin?u:null})"
