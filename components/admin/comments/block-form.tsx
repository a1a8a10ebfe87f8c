/** Adds one or several blocks. Networks are blocked from a comment instead. */
export function BlockForm({ add }: { add: (form: FormData) => Promise<void> }) {
  return (
    <form action={add} className="admin-form admin-blocks">
      <div className="admin-field">
        <label htmlFor="block-kind">What they are</label>
        <select id="block-kind" name="kind" defaultValue="word">
          <option value="word">Words or phrases</option>
          <option value="name">Names of authors</option>
          <option value="domain">Domains of links</option>
        </select>
      </div>
      <div className="admin-field">
        <label htmlFor="block-values">One per line, or separated by commas</label>
        <textarea
          id="block-values"
          name="values"
          rows={5}
          required
          aria-describedby="block-values-hint"
        />
        <small id="block-values-hint">
          Look-alike letters, accents and capitals make no difference. A domain includes its
          subdomains.
        </small>
      </div>
      <div className="admin-field">
        <label htmlFor="block-verdict">Comments with them</label>
        <select id="block-verdict" name="verdict" defaultValue="pending">
          <option value="pending">are held</option>
          <option value="spam">are spam</option>
        </select>
      </div>
      <div className="admin-field">
        <label htmlFor="block-days">For how many days</label>
        <input
          id="block-days"
          name="days"
          type="number"
          min={1}
          max={3650}
          inputMode="numeric"
          aria-describedby="block-days-hint"
        />
        <small id="block-days-hint">Leave empty to block permanently.</small>
      </div>
      <button type="submit" className="admin-button">
        Block
      </button>
    </form>
  )
}
