-- Finds the links that no post shows, the least recently used first. Alone in its script: nobody waits for it.
CREATE INDEX CONCURRENTLY "link_previews_unused" ON "link_previews"("used_at") WHERE (NOT in_posts);
