-- Keeps words of two and three letters in `post_words` too: a search looks there for the other forms of a word, and "try" has
-- the same stem as "tries". The functions are those of `searching_posts` and `maybe_unused_words` but for the length.
CREATE OR REPLACE FUNCTION post_words_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO post_words
  SELECT lexeme FROM unnest(NEW.search)
   WHERE char_length(lexeme) BETWEEN 2 AND 30 AND lexeme !~ ('[0-9' || search_unparted() || ']')
   ORDER BY lexeme
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maybe_unused_words_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO maybe_unused_words (word)
  SELECT lexeme FROM unnest(OLD.search) WHERE char_length(lexeme) BETWEEN 2 AND 30 AND lexeme !~ ('[0-9' || search_unparted() || ']')
  EXCEPT
  SELECT lexeme FROM unnest(CASE WHEN NOT NEW.draft THEN NEW.search END);
  RETURN NULL;
END $$;
