-- The list of posts in the admin area is ordered by the time of unpublished changes, too, which this
-- index does not cover. Alone in its script, because it may not run in a transaction.
DROP INDEX CONCURRENTLY IF EXISTS "posts_last_edited";
