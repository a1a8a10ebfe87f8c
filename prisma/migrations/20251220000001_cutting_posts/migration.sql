-- The words of the posts that are there, by the triggers of the migration before: some posts at a time, each time committed. So
-- nobody who reads, comments or is counted waits for it, and who saves a post waits a moment. Cut off, it goes on where it was.
DO $$
DECLARE
  ids integer[];
  last integer := 0;
BEGIN
  LOOP
    SELECT array_agg(id), max(id) INTO ids, last FROM (SELECT id FROM posts WHERE id > last AND search IS NULL ORDER BY id LIMIT 20) AS few;
    EXIT WHEN ids IS NULL;
    UPDATE posts SET title = title WHERE id = ANY (ids);
    COMMIT;
  END LOOP;
END $$;
