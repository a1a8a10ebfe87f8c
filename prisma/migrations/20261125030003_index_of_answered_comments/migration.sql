-- Deleting a comment looks for those that answer it. Alone in its script: nobody waits for it.
CREATE INDEX CONCURRENTLY "comments_answered_id_idx" ON "comments"("answered_id") WHERE (answered_id IS NOT NULL);
