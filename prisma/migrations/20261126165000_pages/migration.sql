-- Pages beside posts. There are none until the new version adds them, so the previous version ignores the column.
ALTER TABLE "posts" ADD COLUMN "is_page" BOOLEAN NOT NULL DEFAULT false;

-- The lists of posts leave out pages. The previous version uses posts_published, and so do the sitemap and the timers.
CREATE INDEX "posts_listed" ON "posts"("published_at" DESC, "id" DESC) WHERE NOT draft AND NOT is_page;
CREATE INDEX "posts_pages" ON "posts"("published_at", "id") WHERE is_page;

-- As before, except that pages are not listed.
CREATE OR REPLACE FUNCTION post_tags_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.tags, NEW.draft, NEW.published_at, NEW.is_page) IS NOT DISTINCT FROM (OLD.tags, OLD.draft, OLD.published_at, OLD.is_page) THEN
    RETURN NULL;
  END IF;
  DELETE FROM post_tags WHERE post_id = NEW.id;
  IF NOT NEW.draft AND NOT NEW.is_page THEN
    INSERT INTO post_tags SELECT DISTINCT NEW.id, tag, NEW.published_at FROM unnest(NEW.tags) AS tag WHERE tag IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
