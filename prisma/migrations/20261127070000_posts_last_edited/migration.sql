-- The list of all posts in the admin area. Alone in its script, because it may not run in a
-- transaction.
CREATE INDEX CONCURRENTLY "posts_last_edited" ON "posts"("updated_at" DESC, "id" DESC) WHERE deleted_at IS NULL;
