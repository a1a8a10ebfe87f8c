/** Beside the name of who confirmed the e-mail address he gave with the comment. */
export function VerifiedMark() {
  return (
    <svg role="img" aria-label="verified" viewBox="0 0 16 16" className="ms-1 inline-block size-4 align-[-0.15em] text-muted">
      <title>The e-mail address given with this comment was confirmed</title>
      <path d="M3.5 8.5l3 3 6-7" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
