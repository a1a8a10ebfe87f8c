-- DropIndex: `link_previews_unused` replaces it. Alone in its script: nobody waits for it.
DROP INDEX CONCURRENTLY IF EXISTS "link_previews_used_at_idx";
