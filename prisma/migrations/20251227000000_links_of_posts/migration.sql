-- AlterTable
ALTER TABLE "link_previews" ADD COLUMN "in_posts" BOOLEAN NOT NULL DEFAULT false;

-- What a Prisma schema cannot say.

-- A link that a post is saved with has a row from then on, whoever saves it, and is due until it is read. In their order, so that
-- two writers of the same links wait for each other one way only.
CREATE FUNCTION post_links_mark() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO link_previews (url, fresh_until, in_posts)
  SELECT DISTINCT url, to_timestamp(0), true FROM added ORDER BY url
      ON CONFLICT (url) DO UPDATE SET in_posts = true WHERE NOT link_previews.in_posts;
  RETURN NULL;
END $$;

CREATE TRIGGER post_links_mark AFTER INSERT ON post_links REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION post_links_mark();
