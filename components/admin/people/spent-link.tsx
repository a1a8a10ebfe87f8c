/** The page of an invalid or expired link. */
export function SpentLink({ advice }: { advice: string }) {
  return (
    <div className="admin-narrow">
      <h1>This link does not hold</h1>
      <p>It has been used already, its time is over, or it was cut short on its way. {advice}</p>
      <p className="admin-muted">
        <a href="/admin/sign-in">To the sign-in</a>
      </p>
    </div>
  )
}
