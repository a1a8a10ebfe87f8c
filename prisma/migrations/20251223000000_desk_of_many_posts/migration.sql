-- CreateIndex
CREATE INDEX "posts_drafts" ON "posts"("updated_at" DESC, "id" DESC) WHERE draft;

-- CreateIndex
CREATE INDEX "posts_desk_words" ON "posts" USING GIN ("title" gin_trgm_ops, "slug" gin_trgm_ops);

-- What a Prisma schema cannot say.

-- The images of this blog that a post shows, by their ids: `lib/markdown/own-image.ts` writes their addresses.
CREATE FUNCTION post_images(content text, cover text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT name[1] FROM regexp_matches(content || ' ' || cover, '/images/([0-9a-f]{32})-', 'g') AS name);
