-- CreateTable
CREATE TABLE "post_tags" (
    "post_id" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_tags_pkey" PRIMARY KEY ("post_id", "tag")
);

-- CreateIndex
CREATE INDEX "post_tags_published" ON "post_tags"("tag", "published_at" DESC, "post_id" DESC);

-- AddForeignKey
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a Prisma schema cannot say.

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
