-- Searching posts in any language. PostgreSQL's own parsers and dictionaries are made for one language each, and take a line
-- of Japanese for one word; so words are cut here. `lib/posts/search/cut-words.ts` cuts the same way, to mark them.

-- What is a letter, and which one is its capital, PostgreSQL says by the database's character type. `C` knows those of ASCII
-- alone, and a database cannot change its own: better no table than one whose words are never found.
DO $$ BEGIN
  IF 'я' !~ '[[:alnum:]]' OR lower('Я') <> 'я' THEN
    RAISE EXCEPTION 'create the database with LC_CTYPE C.UTF-8 or another UTF-8 one';
  END IF;
END $$;

-- One spelling for what readers take for the same: compatibility forms, capitals, accents (of Arabic and Hebrew the points),
-- final sigma, and what cannot be seen.
CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(normalize(regexp_replace(normalize(lower(normalize(words, NFKC)), NFD),
  '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c-\u200f\u2060\ufe00-\ufe0f]', '', 'g'), NFC), 'ς', 'σ');

-- Letters of scripts that part no words (Thai, Lao, Myanmar, Khmer, Chinese, Japanese), of Korean, whose words carry their
-- endings, and emoji: a range for a regular expression.
CREATE FUNCTION search_unparted() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003134f';

-- The words of a text, in their order. What parts no words is cut into pairs, each letter with the next, and the last alone.
CREATE FUNCTION search_words(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  WITH parted AS (
    -- An unparted run is told from a word by the \x01 before it.
    SELECT regexp_replace(
             regexp_replace(search_fold(words), '[^[:alnum:]\u0900-\u0963\u0966-\u0dff\u0f18-\u0fbc' || search_unparted() || ']+', ' ', 'g'),
             '([' || search_unparted() || ']+)', ' ' || chr(1) || '\1 ', 'g') AS text
  ),
  runs AS (
    SELECT run, place FROM parted, unnest(string_to_array(text, ' ')) WITH ORDINALITY AS cut(run, place) WHERE run <> ''
  )
  SELECT coalesce(CASE WHEN strpos((SELECT text FROM parted), chr(1)) = 0
    THEN (SELECT array_agg(left(run, 40) ORDER BY place) FROM runs)
    ELSE (
      SELECT array_agg(word ORDER BY place, letter_place)
        FROM runs CROSS JOIN LATERAL (
          SELECT left(run, 40) AS word, 1::bigint AS letter_place WHERE left(run, 1) <> chr(1)
          UNION ALL
          SELECT letter || coalesce(lead(letter) OVER (ORDER BY letter_place), ''), letter_place
            FROM unnest(string_to_array(substr(run, 2), NULL)) WITH ORDINALITY AS letters(letter, letter_place)
           WHERE left(run, 1) = chr(1)
        ) AS words
    ) END, '{}')
);

-- Words with their places, as text search has them. (`to_tsvector` would parse them once more, in its own way.)
CREATE FUNCTION search_vector(words text[], weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg('''' || word || ''':' || least(place, 16383) || weight, ' '), '')::tsvector
    FROM unnest(words) WITH ORDINALITY AS placed(word, place)
);

-- What finds a post. Of a very long one the first 50,000 words; where even they are too many different ones, fewer. What a
-- link leads to, and the names of elements, are no words of the post.
CREATE FUNCTION post_search(title text, tags text[], summary text, content text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
  head tsvector := search_vector(search_words(left(title, 2000)), 'A')
    || search_vector(search_words(left(coalesce(array_to_string(tags, ' '), ''), 2000)), 'B')
    || search_vector(search_words(left(summary, 2000)), 'B');
  body text[] := (search_words(regexp_replace(left(content, 400000), '\]\([^()\s]*\)?|</?[a-zA-Z][^<>]*>|::[a-z-]+\{url=\S*|https?://', ' ', 'g')))[:50000];
BEGIN
  RETURN head || search_vector(body, 'C');
EXCEPTION WHEN program_limit_exceeded THEN
  RETURN head || search_vector(body[:3000], 'C');
END $$;

-- AlterTable
ALTER TABLE "posts" ADD COLUMN "search" tsvector;

-- No generated column: to add one, every post is cut into words while nobody can read any. The posts that are there are cut
-- by the next migration, with the readers among them.
CREATE FUNCTION posts_search_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.search := post_search(NEW.title, NEW.tags, NEW.summary, NEW.content);
  RETURN NEW;
END $$;

CREATE TRIGGER posts_search_keep BEFORE INSERT OR UPDATE OF title, tags, summary, content, search ON posts
FOR EACH ROW EXECUTE FUNCTION posts_search_keep();

-- Also where a load keeps triggers silent: as a generated column would.
ALTER TABLE posts ENABLE ALWAYS TRIGGER posts_search_keep;

-- CreateIndex
CREATE INDEX "posts_search" ON "posts" USING GIN ("search");

-- CreateTable
CREATE TABLE "post_words" (
    "word" TEXT NOT NULL,

    CONSTRAINT "post_words_pkey" PRIMARY KEY ("word")
);

-- CreateIndex
CREATE INDEX "post_words_like" ON "post_words" USING GIN ("word" gin_trgm_ops);

-- The words that posts were published with, to compare a mistyped one with. In their order, so that two writers of the same
-- words wait for each other one way only.
CREATE FUNCTION post_words_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO post_words
  SELECT lexeme FROM unnest(NEW.search)
   WHERE char_length(lexeme) BETWEEN 4 AND 30 AND lexeme !~ ('[0-9' || search_unparted() || ']')
   ORDER BY lexeme
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER posts_words AFTER INSERT OR UPDATE OF title, tags, summary, content, draft ON posts
FOR EACH ROW WHEN (NOT NEW.draft) EXECUTE FUNCTION post_words_keep();

-- The words of public posts that look most like a mistyped one: at most 50, by the letters they share in threes. Each is held
-- against the posts of today before it takes one of the 50 places, the likest first, and no more than are needed: `OFFSET 0`
-- keeps the planner from asking about all. The extension's own threshold misses two letters that changed places; it is lowered
-- for this one statement.
CREATE FUNCTION post_words_like(typed text) RETURNS SETOF text LANGUAGE plpgsql STABLE STRICT SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM set_config('pg_trgm.similarity_threshold', '0.15', true);
  RETURN QUERY
    SELECT word
      FROM (SELECT word, similarity(word, typed) AS likeness FROM post_words WHERE word % typed ORDER BY likeness DESC, word OFFSET 0) AS alike
     WHERE EXISTS (SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft AND published_at <= now())
     ORDER BY likeness DESC, word LIMIT 50;
END $$;

-- A search for words in a row; the last one may be the beginning of one. In a post another letter may follow the last one of
-- an unparted run: behind its pair that letter is not asked for, and where it is all there is it begins a pair.
CREATE FUNCTION search_term(words text, is_prefix boolean) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT SET search_path FROM CURRENT AS $$
DECLARE
  cut text[] := search_words(words);
  last text := cut[cardinality(cut)];
  is_unparted boolean := last ~ ('[' || search_unparted() || ']');
BEGIN
  IF cardinality(cut) > 1 AND is_unparted AND right(cut[cardinality(cut) - 1], char_length(last)) = last AND char_length(cut[cardinality(cut) - 1]) > char_length(last) THEN
    cut := cut[:cardinality(cut) - 1];
  END IF;
  RETURN coalesce((SELECT string_agg('''' || word || '''', ' <-> ' ORDER BY place) FROM unnest(cut) WITH ORDINALITY AS placed(word, place))
    || CASE WHEN is_prefix OR (is_unparted AND char_length(cut[cardinality(cut)]) = 1) THEN ':*' ELSE '' END, '')::tsquery;
END $$;
