-- DropIndex: what is due is found among the links of posts alone. Alone in its script, so that nobody waits for it, and it for a dump.
DROP INDEX CONCURRENTLY IF EXISTS "link_previews_fresh_until_idx";
