/** The page of an invalid or expired link. */
export function SpentLink({ advice }: { advice: string }) {
  return (
    <div className="admin-narrow">
      <h1>This link does not hold</h1>
      <p>It has already been used, has expired, or is incomplete. {advice}</p>
      <p className="admin-muted">
        <a href="/admin/sign-in">To the sign-in</a>
      </p>
    </div>
  )
}
