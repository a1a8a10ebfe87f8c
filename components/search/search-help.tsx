/** What can be typed, where nothing has been found yet. */
export function SearchHelp() {
  return (
    <div className="search-help">
      <p>All words must stand in a post, in its title, tags or text. Accents and capitals make no difference.</p>
      <ul>
        <li>
          <code>"in a row"</code> finds words in their order
        </li>
        <li>
          <code>-without</code> leaves posts out
        </li>
        <li>
          <code>OR</code> between two takes either
        </li>
      </ul>
      <p>
        Or look through <a href="/archive">all posts by year</a> and <a href="/tags">by tag</a>.
      </p>
    </div>
  )
}
