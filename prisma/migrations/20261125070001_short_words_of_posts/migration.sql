-- Adds the short words of the posts that exist. Commits after every 100 posts, so that nobody who saves a post waits long. If
-- it is interrupted, it starts again, and skips the words that it has added.
DO $$
DECLARE
  ids integer[];
  last integer := 0;
BEGIN
  LOOP
    SELECT array_agg(id), max(id) INTO ids, last FROM (SELECT id FROM posts WHERE id > last AND NOT draft ORDER BY id LIMIT 100) AS few;
    EXIT WHEN ids IS NULL;
    INSERT INTO post_words
    SELECT DISTINCT lexeme FROM posts, unnest(search)
     WHERE id = ANY (ids) AND char_length(lexeme) BETWEEN 2 AND 3 AND lexeme !~ ('[0-9' || search_unparted() || ']')
     ORDER BY lexeme
    ON CONFLICT DO NOTHING;
    COMMIT;
  END LOOP;
END $$;
