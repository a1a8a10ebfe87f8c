-- The links of the posts that are there: some at a time, each time committed. So who saves a post with one waits a moment. Cut off, it goes on where it was.
DO $$
DECLARE
  urls text[];
BEGIN
  LOOP
    SELECT array_agg(url) INTO urls FROM (
      SELECT DISTINCT url FROM post_links
       WHERE NOT EXISTS (SELECT 1 FROM link_previews WHERE link_previews.url = post_links.url AND in_posts) ORDER BY url LIMIT 5000) AS few;
    EXIT WHEN urls IS NULL;
    INSERT INTO link_previews (url, fresh_until, in_posts) SELECT url, to_timestamp(0), true FROM unnest(urls) AS url ORDER BY url COLLATE "C"
        ON CONFLICT (url) DO UPDATE SET in_posts = true;
    COMMIT;
  END LOOP;
END $$;
