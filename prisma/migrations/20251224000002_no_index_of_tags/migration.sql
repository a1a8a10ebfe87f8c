-- DropIndex: the pages of tags, and the posts that share one, are found by `post_tags`. Alone in its script, so that who reads posts meanwhile
-- waits for nobody, not for a dump either.
DROP INDEX CONCURRENTLY IF EXISTS "posts_tags";
