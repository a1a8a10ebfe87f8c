-- Which links of posts are due, without looking through all. It reads the whole table: alone in its script, so that nobody waits for it.
CREATE INDEX CONCURRENTLY "link_previews_due" ON "link_previews"("fresh_until") WHERE in_posts;
