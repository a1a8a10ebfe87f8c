-- A page of a post's threads, best first. Alone in its script, so that no writer waits for it.
CREATE INDEX CONCURRENTLY "comments_best" ON "comments"
  ("post_id", ("votes_down" - "votes_up" - "likes"), "created_at", "id")
  WHERE (parent_id IS NULL AND (status = 'published'::comment_status
    OR (status = 'deleted'::comment_status AND published_replies > 0)));
