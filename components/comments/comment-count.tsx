const number = new Intl.NumberFormat('en')

export function CommentCount({ comments }: { comments: number }) {
  if (comments === 0) return <span>No comments</span>
  return (
    <span className="tabular-nums">
      {number.format(comments)} {comments === 1 ? 'comment' : 'comments'}
    </span>
  )
}
