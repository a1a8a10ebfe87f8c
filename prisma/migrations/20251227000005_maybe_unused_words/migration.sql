-- CreateTable
CREATE TABLE "maybe_unused_words" (
    "id" BIGSERIAL NOT NULL,
    "word" TEXT NOT NULL,

    CONSTRAINT "maybe_unused_words_pkey" PRIMARY KEY ("id")
);

-- What a Prisma schema cannot say.

-- The words that a post was published with and has no more, of those that `post_words_keep` keeps.
CREATE FUNCTION maybe_unused_words_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO maybe_unused_words (word)
  SELECT lexeme FROM unnest(OLD.search) WHERE char_length(lexeme) BETWEEN 4 AND 30 AND lexeme !~ ('[0-9' || search_unparted() || ']')
  EXCEPT
  SELECT lexeme FROM unnest(CASE WHEN NOT NEW.draft THEN NEW.search END);
  RETURN NULL;
END $$;

CREATE TRIGGER posts_words_gone AFTER UPDATE OF title, tags, summary, content, draft OR DELETE ON posts
FOR EACH ROW WHEN (NOT OLD.draft) EXECUTE FUNCTION maybe_unused_words_note();
