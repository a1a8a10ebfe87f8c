-- The tags of each post that is no draft, whoever writes it: of a tag that many have, an index has the newest first, and any page of them.
CREATE FUNCTION post_tags_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.tags, NEW.draft, NEW.published_at) IS NOT DISTINCT FROM (OLD.tags, OLD.draft, OLD.published_at) THEN
    RETURN NULL;
  END IF;
  DELETE FROM post_tags WHERE post_id = NEW.id;
  IF NOT NEW.draft THEN
    INSERT INTO post_tags SELECT DISTINCT NEW.id, tag, NEW.published_at FROM unnest(NEW.tags) AS tag WHERE tag IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- For the posts that are there, writers wait until their tags are listed, some milliseconds for thousands; readers do not.
CREATE TRIGGER posts_tags_keep AFTER INSERT OR UPDATE OF tags, draft, published_at ON posts
FOR EACH ROW EXECUTE FUNCTION post_tags_keep();

INSERT INTO post_tags SELECT DISTINCT id, tag, published_at FROM posts, unnest(tags) AS tag WHERE NOT draft AND tag IS NOT NULL;

-- As before, and beside the tags how many posts there are that are no drafts: by the same trigger, which comes last and takes turns.
CREATE OR REPLACE FUNCTION tag_counts_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  had text[] := coalesce(array_remove(CASE WHEN NOT OLD.draft THEN OLD.tags END, NULL), '{}');
  has text[] := coalesce(array_remove(CASE WHEN NOT NEW.draft THEN NEW.tags END, NULL), '{}');
  change integer := coalesce((NOT NEW.draft)::integer, 0) - coalesce((NOT OLD.draft)::integer, 0);
BEGIN
  IF had = has AND change = 0 THEN RETURN NULL; END IF;
  -- Two who write the same tags in another order would wait for each other for ever.
  PERFORM pg_advisory_xact_lock(20251222);
  INSERT INTO tag_counts SELECT DISTINCT tag, 1 FROM unnest(has) AS tag WHERE tag <> ALL (had)
    ON CONFLICT (tag) DO UPDATE SET posts = tag_counts.posts + 1;
  UPDATE tag_counts SET posts = posts - 1 WHERE tag = ANY (had) AND tag <> ALL (has);
  DELETE FROM tag_counts WHERE tag = ANY (had) AND posts = 0;
  UPDATE post_counts SET posts = posts + change WHERE NOT draft AND change <> 0;
  RETURN NULL;
END $$;

INSERT INTO post_counts SELECT false, count(*) FROM posts WHERE NOT draft;
