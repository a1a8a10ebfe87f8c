-- CreateTable
CREATE TABLE "tag_counts" (
    "tag" TEXT NOT NULL,
    "posts" INTEGER NOT NULL,

    CONSTRAINT "tag_counts_pkey" PRIMARY KEY ("tag")
);

-- What a Prisma schema cannot say.

ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_posts_check" CHECK (posts >= 0);

-- How many posts that are no draft have a tag, whoever writes them. Of one that waits for its time nobody writes when that has
-- come: it is counted here, and whoever reads takes it off (`lib/posts/list-tags.ts`).
CREATE FUNCTION tag_counts_keep() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  had text[] := coalesce(array_remove(CASE WHEN NOT OLD.draft THEN OLD.tags END, NULL), '{}');
  has text[] := coalesce(array_remove(CASE WHEN NOT NEW.draft THEN NEW.tags END, NULL), '{}');
BEGIN
  IF had = has THEN RETURN NULL; END IF;
  -- Two who write the same tags in another order would wait for each other for ever.
  PERFORM pg_advisory_xact_lock(20251222);
  INSERT INTO tag_counts SELECT DISTINCT tag, 1 FROM unnest(has) AS tag WHERE tag <> ALL (had)
    ON CONFLICT (tag) DO UPDATE SET posts = tag_counts.posts + 1;
  UPDATE tag_counts SET posts = posts - 1 WHERE tag = ANY (had) AND tag <> ALL (has);
  DELETE FROM tag_counts WHERE tag = ANY (had) AND posts = 0;
  RETURN NULL;
END $$;

-- As the last of a transaction, so that nobody waits for what else is in it. For the posts that are there, writers wait until
-- they are counted, some milliseconds for thousands; readers do not.
CREATE CONSTRAINT TRIGGER posts_tag_counts AFTER INSERT OR UPDATE OF tags, draft OR DELETE ON posts DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION tag_counts_keep();

INSERT INTO tag_counts SELECT tag, count(DISTINCT id) FROM posts, unnest(tags) AS tag WHERE NOT draft AND tag IS NOT NULL GROUP BY tag;
