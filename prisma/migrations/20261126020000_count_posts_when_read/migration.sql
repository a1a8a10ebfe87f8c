-- Counting posts takes a millisecond for thousands, so no trigger maintains counts any more. The previous version reads
-- `tag_counts` and `post_counts`: they become views. The next release drops the views.
DROP TRIGGER posts_tag_counts ON posts;
DROP FUNCTION tag_counts_keep();

DROP TABLE tag_counts;
CREATE VIEW tag_counts AS SELECT tag, count(*)::integer AS posts FROM post_tags GROUP BY tag;

DROP TABLE post_counts;
CREATE VIEW post_counts AS SELECT false AS draft, count(*)::integer AS posts FROM posts WHERE NOT posts.draft;
