-- AlterTable
ALTER TABLE "link_previews" ADD COLUMN "in_posts" BOOLEAN NOT NULL DEFAULT false;

-- What a Prisma schema cannot say.

-- A link that a post is saved with has a row from then on, whoever saves it, and is due until it is read.
CREATE FUNCTION post_links_mark() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO link_previews (url, fresh_until, in_posts) VALUES (NEW.url, to_timestamp(0), true)
      ON CONFLICT (url) DO UPDATE SET in_posts = true WHERE NOT link_previews.in_posts;
  RETURN NULL;
END $$;

-- As the last of a transaction, so that nobody who fetches the page waits for what else is in it.
CREATE CONSTRAINT TRIGGER post_links_mark AFTER INSERT ON post_links DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION post_links_mark();

-- Whoever takes it away, an older version say, leaves a link that a post shows to be read anew.
CREATE FUNCTION link_previews_stay() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO link_previews (url, fresh_until, in_posts)
  SELECT OLD.url, to_timestamp(0), true WHERE EXISTS (SELECT 1 FROM post_links WHERE post_links.url = OLD.url)
      ON CONFLICT (url) DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER link_previews_stay AFTER DELETE ON link_previews
FOR EACH ROW WHEN (OLD.in_posts) EXECUTE FUNCTION link_previews_stay();
