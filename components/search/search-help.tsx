/** Explains the search syntax before the first search. */
export function SearchHelp() {
  return (
    <div className="search-help">
      <p>
        Finds posts that contain all words, in any of their forms: in the title, the tags or the
        text. Accents and capitals make no difference.
      </p>
      <ul>
        <li>
          <code>"in a row"</code> finds exactly these words in this order
        </li>
        <li>
          <code>-without</code> leaves out posts with a word
        </li>
        <li>
          <code>OR</code> between two words finds either
        </li>
      </ul>
      <p>
        Or look through <a href="/archive">all posts by year</a> and <a href="/tags">by tag</a>.
      </p>
    </div>
  )
}
