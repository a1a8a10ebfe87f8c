/** One line, run as it stands: its browser knows no types, and it has a page to itself. */
const script = `window.trustedTypes?.createPolicy('default',{createScriptURL:u=>new URL(u,location.href).origin===location.origin?u:null})`

/**
 * Lets scripts of this page load others of the blog's own, as Next does where a page needs more of them; of all else that
 * would turn text into script or markup the page's policy lets nothing through (W3C Trusted Types, “default policy”).
 */
export function TrustedScripts({ nonce }: { nonce: string | undefined }) {
  return <script nonce={nonce}>{script}</script>
}
